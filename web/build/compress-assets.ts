import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);

const COMPRESSIBLE = /\.(?:js|css|svg)$/;
/** A smaller file fits into one packet without compression. */
const MIN_BYTES = 1024;

/**
 * Writes the best compression of each file beside it. The server sends that to clients that accept
 * it; compressing as well per request would take too long.
 */
export const compressAssets = (): Plugin => ({
  name: 'compress-assets',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const compress = async (fileName: string, content: string | Uint8Array) => {
        if (!COMPRESSIBLE.test(fileName) || content.length < MIN_BYTES) return;
        const source = await brotli(content);
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source });
      };
      await Promise.all(
        Object.values(bundle).map((file) =>
          compress(file.fileName, file.type === 'chunk' ? file.code : file.source),
        ),
      );
    },
  },
});
