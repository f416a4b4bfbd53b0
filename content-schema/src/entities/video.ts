import { sizedPhotoAddress, type SizedPhoto } from './photo.ts';

/** Ends the address of a video: browsers show the frame at 0.1 s until it plays. */
export const VIDEO_START = '#t=0.1';

/** Whether a photo is a video, which is sent as it is stored. */
export const isVideo = ({ formats }: Pick<SizedPhoto, 'formats'>): boolean =>
  /^(?:mp4|webm)$/.test(formats.at(-1) ?? '');

export const videoAddress = (video: SizedPhoto) => sizedPhotoAddress(video, 2560) + VIDEO_START;
