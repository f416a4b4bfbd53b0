import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../../../.config/chromium.ts';

/** Starts a browser with an empty cache. Throws if none is installed. */
export const launchChromium = (): Promise<Browser> => {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
};
