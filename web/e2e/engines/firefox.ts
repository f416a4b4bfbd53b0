import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Browser, type KeyInput, type Page } from 'puppeteer-core';
import { watchFaults, type Engine } from './engine.ts';

export const FIREFOX = '/usr/bin/firefox-esr';

/** Starts Firefox, driven by WebDriver BiDi. */
export const openFirefox = async (): Promise<Engine> => {
  const userDataDir = await mkdtemp(join(tmpdir(), 'firefox-'));
  let browser: Browser;
  let page: Page;
  const start = async (url = 'about:blank') => {
    browser = await launch({
      ...{ browser: 'firefox', executablePath: FIREFOX, userDataDir, protocolTimeout: 300_000 },
      defaultViewport: { width: 1280, height: 900 },
    });
    page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.evaluateOnNewDocument(watchFaults);
    await page.goto(url);
  };
  const press = async (key: string, held?: 'Control') => {
    if (held) await page.keyboard.down(held);
    await page.keyboard.press(key as KeyInput);
    if (held) await page.keyboard.up(held);
  };
  await start();
  return {
    open: (url) => page.goto(url),
    evaluate: (expression) => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    pick: async (selector, path) => (await page.$(selector as 'input'))?.uploadFile(path),
    type: (text) => page.keyboard.type(text),
    press,
    undo: () => press('z', 'Control'),
    crash: async () => {
      const [url, child] = [page.url(), browser.process()];
      const ended = child && once(child, 'exit');
      child?.kill('SIGKILL');
      await ended;
      await start(url);
    },
    close: async () => {
      await browser.close();
      await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
