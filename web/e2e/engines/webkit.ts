import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until, watchFaults, type Engine } from './engine.ts';

export const WEBKIT = ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run'] as const;
const [DRIVER, DISPLAY] = WEBKIT;
const PORT = 40_000 + (process.pid % 20_000);

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS = new Map([
  ['Control', '\uE009'],
  ['Enter', '\uE007'],
  ['Escape', '\uE00C'],
]);

const ENVIRONMENT = {
  ...process.env,
  // Root has no sandbox, and the display no graphics card.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
};

const call = async (method: string, path: string, body?: object): Promise<unknown> => {
  const request = { method, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, request);
  const { value } = (await response.json()) as { value: { message?: string } | null };
  if (!response.ok) throw new Error(value?.message);
  return value;
};

/** Starts WebKitGTK's browser on a display of its own, driven by WebDriver. */
export const openWebKit = async (): Promise<Engine> => {
  const args = ['-a', DRIVER, `--port=${PORT}`];
  const driver = spawn(DISPLAY, args, { detached: true, stdio: 'ignore', env: ENVIRONMENT });
  const ended = once(driver, 'exit');
  // With its display and the browser; at the latest when this process ends.
  const stop = () => process.kill(-driver.pid!);
  process.once('exit', stop);
  await until('the driver', () => call('GET', '/status').then(() => true), true);
  const session = (await call('POST', '/session', { capabilities: {} })) as { sessionId: string };
  const send = (method: string, path: string, body?: object) =>
    call(method, `/session/${session.sessionId}${path}`, body);
  const act = (type: 'key' | 'pointer', actions: readonly object[]) =>
    send('POST', '/actions', { actions: [{ type, id: type, actions }] });

  const evaluate = (expression: string) => {
    const script = `const [done] = arguments; Promise.resolve(${expression}).then(done);`;
    return send('POST', '/execute/async', { script, args: [] });
  };
  const open = async (url: string) => {
    await send('POST', '/url', { url });
    await evaluate(`(${String(watchFaults)})()`);
  };
  const press = (...keys: readonly string[]) => {
    const values = keys.map((key) => KEYS.get(key) ?? key);
    const down = values.map((value) => ({ type: 'keyDown', value }));
    return act('key', [...down, ...values.map((value) => ({ type: 'keyUp', value })).reverse()]);
  };
  await send('POST', '/window/rect', { width: 1280, height: 900 });
  return {
    ...{ open, evaluate },
    clickAt: (x, y) =>
      act('pointer', [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
        ...['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 })),
      ]),
    pick: async (selector, path) => {
      const field = await send('POST', '/element', { using: 'css selector', value: selector });
      const [id] = Object.values(field as Record<string, string>);
      await send('POST', `/element/${id}/value`, { text: path });
    },
    type: async (text) => {
      for (const key of Array.from(text)) await press(key);
    },
    press: (key, held) => press(...(held ? [held, key] : [key])),
    // GTK has no key for it.
    undo: () => evaluate(`document.execCommand('undo')`),
    // Its storage ends with the browser.
    crash: async () => {
      const mute = `addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)`;
      await open(String(await evaluate(`(${mute}, location.href)`)));
    },
    close: async () => {
      process.off('exit', stop);
      stop();
      await ended;
    },
  };
};
