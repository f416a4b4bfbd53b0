import { useEffect, useState } from 'react';

const SIDE = 160;

/** Returns a data URL, since the content security policy forbids blob URLs. */
const drawThumbnail = async (file: File): Promise<string> => {
  if (file.type === 'image/svg+xml') {
    return `data:image/svg+xml,${encodeURIComponent(await file.text())}`;
  }
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/webp', 0.7);
};

/**
 * The address of a small preview of a local image; undefined while there is none, or if the browser
 * can't decode it.
 */
export const useThumbnail = (file: File | undefined): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return;
    let requested = true;
    drawThumbnail(file).then(
      (drawn) => requested && setAddress(drawn),
      () => undefined,
    );
    return () => {
      requested = false;
    };
  }, [file]);
  return address;
};
