import { expect, it } from 'vitest';
import { shortAddress } from './short-address.ts';

it.each([
  ['https://www.linkedin.com/in/ada/', 'linkedin.com/in/ada'],
  ['http://github.com/ada', 'github.com/ada'],
  ['HTTPS://GitHub.com/ada?tab=repositories#top', 'GitHub.com/ada'],
  ['https://www.example.com', 'example.com'],
])('shortens %s to %s', (address, label) => {
  expect(shortAddress(address)).toBe(label);
});
