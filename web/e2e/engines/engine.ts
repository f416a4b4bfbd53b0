import { expect } from '@playwright/test';
import { settle } from '../support/layout.ts';
import { isReady } from '../support/site.ts';

/** A browser that Playwright can't drive, with one page. */
export interface Engine {
  open(url: string): Promise<unknown>;
  /** The JSON value of an expression, which may be a promise. Rejects while a page loads. */
  evaluate(expression: string): Promise<unknown>;
  clickAt(x: number, y: number): Promise<unknown>;
  /** Gives a file to a field. */
  pick(selector: string, path: string): Promise<unknown>;
  type(text: string): Promise<unknown>;
  press(key: string, held?: 'Control'): Promise<unknown>;
  /** Undoes the last input, as the browser itself does. */
  undo(): Promise<unknown>;
  /** Ends the browser without its handlers if its storage outlives that, else loads the page again. */
  crash(): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Runs in a page: keeps its errors, and what it logs, beside those of earlier pages. */
export const watchFaults = (): void => {
  const note = (...args: unknown[]) => {
    localStorage.setItem('faults', `${localStorage.getItem('faults') ?? ''}${args.join(' ')}\n`);
  };
  Object.assign(console, { error: note, warn: note });
  addEventListener('error', ({ message }) => note(message));
  addEventListener('unhandledrejection', ({ reason }) => note(reason));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => note('CSP', blockedURI));
};

/** Of a page that is left while its code loads, and of an element whose resize shows a frame later. */
const HARMLESS =
  /dynamically imported module|Importing a module script failed|NetworkError|Load failed|ResizeObserver/;

/** Whether the page would be left without a question, in which a driven browser is stuck. */
const canLeave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));

type Named = readonly [selector: string, name: string];

/** The first visible element whose label or text begins so; in a modal dialog if one is open. */
const findNamed = (selector: string, name: string): HTMLElement | undefined => {
  const nameOf = (element: HTMLElement): string =>
    element.ariaLabel ?? (element as HTMLInputElement).labels?.[0]?.innerText ?? element.innerText;
  const root = document.querySelector('dialog:modal') ?? document;
  return [...root.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.checkVisibility() && nameOf(element).trim().startsWith(name),
  );
};

const call = (action: unknown, args: readonly unknown[]): string =>
  `(${String(action)})(...${JSON.stringify(args)})`;

// For machines that are many times slower.
const patient = expect.configure({ timeout: 60_000 });

/** Waits until what is read equals the value. Failures to read it are repeated, too. */
export const until = <Value>(what: string, read: () => Promise<Value>, value: Value) =>
  patient.poll(() => read().catch(String), { message: what, intervals: [50] }).toEqual(value);

/** What a person does in a browser, each act once it is possible. Functions see no other code. */
export const createUser = (engine: Engine, origin: string) => {
  const run = <Result>(action: (...args: never[]) => Result, ...args: unknown[]) =>
    engine.evaluate(call(action, args)) as Promise<Awaited<Result>>;
  /** Runs an action on an element. */
  const on = <Result>(
    element: Named,
    action: (element: HTMLTextAreaElement, arg: never) => Result,
    arg: unknown = null,
  ) => {
    const target = call(findNamed, element);
    const script = `(${String(action)})(${target}, ${JSON.stringify(arg)})`;
    return engine.evaluate(script) as Promise<Awaited<Result>>;
  };
  const sees = (...element: Named) =>
    until(element.join(), () => on(element, (target) => target.matches(':disabled')), false);
  const click = async (...element: Named) => {
    await sees(...element);
    await run(settle);
    const middle = await on(element, (target) => {
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = target.getBoundingClientRect();
      return [x + width / 2, y + height / 2] as const;
    });
    await engine.clickAt(...middle);
  };
  const isHydrated = () => until('hydration', () => run(isReady), true);
  return {
    ...{ ...engine, run, on, sees, click },
    open: async (path: string) => {
      await until('nothing unsaved', () => run(canLeave), true);
      await engine.open(origin + path);
      await isHydrated();
    },
    crash: () => engine.crash().then(isHydrated),
    isAt: (url: string) => until('the address', () => run(() => location.href), origin + url),
    fill: (name: string, text: string) =>
      click('input, textarea', name).then(() => engine.type(text)),
    faults: async () => {
      const all = await run(() => localStorage.getItem('faults') ?? '');
      return all.split('\n').filter((fault) => fault !== '' && !HARMLESS.test(fault));
    },
  };
};

export type User = ReturnType<typeof createUser>;
