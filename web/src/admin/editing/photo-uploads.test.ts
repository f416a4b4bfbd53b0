import { expect, it } from 'vitest';
import { mayBeImage } from './photo-uploads.ts';

const file = (name: string, type: string) => new File(['?'], name, { type });

it('leaves a file of unknown type to the server', () => {
  expect(mayBeImage(file('dunes.avif', ''))).toBe(true);
  expect(mayBeImage(file('dunes.png', 'image/png'))).toBe(true);
});

it('spares the way to the server to what is something else', () => {
  expect(mayBeImage(file('notes.pdf', 'application/pdf'))).toBe(false);
});
