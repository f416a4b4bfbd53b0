import { expect, it, vi } from 'vitest';
import { renderElement } from '../../test/render-element.tsx';
import { Pill } from './pill.tsx';

it('is a link when it has a path, a button when it has a click handler, and else plain text', () => {
  const link = renderElement(
    <Pill to="/blogs/tags/maps" onClick={vi.fn()} label="Posts about maps">
      Maps
    </Pill>,
  );
  expect(link).toMatch(/^<a [^>]*href="\/blogs\/tags\/maps"[^>]*>Maps<\/a>$/);
  expect(link).toContain('aria-label="Posts about maps"');
  const button = renderElement(
    <Pill to="" onClick={vi.fn()} className="wide">
      Maps
    </Pill>,
  );
  expect(button).toMatch(/^<button [^>]*type="button"[^>]*>Maps<\/button>$/);
  expect(button).toMatch(/class="[^"]*\bwide"/);
  expect(renderElement(<Pill>Maps</Pill>)).toMatch(/^<span [^>]*>Maps<\/span>$/);
});
