import { anyCharacter } from '../../../../content-schema/test/any-character.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPhotoFilenames, photoFilename } from './file-name.ts';

test('a name stays readable, and gets the extension of its content', () => {
  expect(photoFilename('sunset.png', 'png', [])).toBe('sunset.png');
  expect(photoFilename('Blue Hour (2).JPEG', 'jpg', [])).toBe('Blue-Hour-2.jpg');
  expect(photoFilename('Überseequartier – 東京.webp', 'webp', [])).toBe(
    'Überseequartier-東京.webp',
  );
  expect(photoFilename('ﬁsh ①.png', 'png', [])).toBe('fish-1.png');
  expect(photoFilename('page.html', 'gif', [])).toBe('page.gif');
});

test('a name that is taken in any case or Unicode composition is numbered', () => {
  expect(photoFilename('sunset.png', 'png', ['Sunset.PNG'])).toBe('sunset-2.png');
  expect(photoFilename('sunset.png', 'png', ['sunset.png', 'sunset-2.png'])).toBe('sunset-3.png');
  expect(photoFilename('café.png', 'png', ['cafe\u0301.png'])).toBe('café-2.png');
  expect(photoFilename('sunset.png', 'png', ['sunset.jpg'])).toBe('sunset.png');
});

test('names cannot escape their folder or be reserved device names', () => {
  const named = (sent: string) => photoFilename(sent, 'png', []);
  expect(named('../../etc/passwd')).toBe('passwd.png');
  expect(named('C:\\Users\\ada\\me.png')).toBe('me.png');
  expect(named('\uff0e\uff0e\uff0fsecret.png')).toBe('secret.png');
  expect(named('a\u0000b\u202egnp.exe')).toBe('abgnp.png');
  expect(named('aux.png')).toBe('photo-aux.png');
});

test('every name is safe in a path, and never empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (sent) => {
      const name = photoFilename(sent, 'png', []);
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}._-]*\.png$/u);
      expect(name).not.toContain('..');
      expect(Buffer.byteLength(name)).toBeLessThan(255);
    }),
  );
});

test('many files of one name are numbered in turn', () => {
  const filenameFor = createPhotoFilenames(['cover-2.jpg']);
  const names = ['cover.jpg', 'Cover.JPG', 'cover.png', 'cover.jpeg'].map((name) =>
    filenameFor(name, name.endsWith('png') ? 'png' : 'jpg'),
  );
  expect(names).toEqual(['cover.jpg', 'Cover-3.jpg', 'cover.png', 'cover-4.jpg']);
});
