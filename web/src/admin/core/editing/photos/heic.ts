import { ApiError } from '../../../../data/request.ts';

/** HEIC is the photo format of Apple's devices, which few browsers can show. */

const QUALITY = 0.92;

export const isHeic = ({ name, type }: File): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

const UNREADABLE =
  'This browser can’t read HEIC photos. Save it as JPEG first, in Photos on a Mac by File → Export; an iPhone takes JPEG with Settings → Camera → Formats → Most Compatible.';

/**
 * Converts a photo to an upright JPEG. Rejects as a refused upload does where the browser can't
 * decode it.
 */
export const convertHeic = async (file: File): Promise<File> => {
  try {
    const bitmap = await createImageBitmap(file);
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    const jpeg = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', QUALITY);
    });
    if (!jpeg) throw new Error('The canvas returned no JPEG');
    return new File([jpeg], file.name.replace(/\.hei[cf]$/i, '.jpg'), { type: jpeg.type });
  } catch {
    throw new ApiError(UNREADABLE, { status: 415 });
  }
};
