import type { PreviewRequest, PreviewResponse } from 'content-schema';
import { useState } from 'react';
import { readStored, writeStored } from './browser-storage.ts';
import { useRequest } from './keep-session.ts';

interface MadePreview extends PreviewResponse {
  readonly label: string;
}

const KEY = 'preview-links';

const readMade = (): MadePreview[] => {
  const made = JSON.parse(readStored(KEY) ?? '[]') as MadePreview[];
  return made.filter(({ expires }) => Date.parse(expires) > Date.now());
};

/** Returns the preview links and what can be done with them; each call rejects as `request` does. */
export const usePreviews = () => {
  const request = useRequest();
  const [made, setMade] = useState(readMade);
  const change = (next: readonly MadePreview[]) => {
    writeStored(KEY, JSON.stringify(next));
    setMade([...next]);
  };
  return {
    /** The valid links that were made in this browser, oldest first. */
    made,
    make: async (body: PreviewRequest, label: string) => {
      const { response } = await request('POST /admin/previews', { body });
      change([...readMade(), { ...response, label }]);
      return response;
    },
    end: async ({ url }: MadePreview) => {
      await request('POST /admin/previews/end', { body: { url } });
      change(readMade().filter((preview) => preview.url !== url));
    },
    /** Ends all links, also those that were made in other browsers. */
    endAll: async () => {
      await request('DELETE /admin/previews');
      change([]);
    },
  };
};
