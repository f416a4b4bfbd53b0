import { photoAddress } from 'content-schema';
import { imagesIn, photoIdAt } from 'content-schema/images-in-text';
import { useState } from 'react';
import { photoMarkdown } from '../../data/photos.ts';
import { Button } from '../../ui/button.tsx';
import { useField } from '../../ui/form/form.tsx';
import { PhotoPicker } from '../editing/fields/pickers.tsx';

interface PhotoFieldProps {
  readonly path: string;
  /** The Markdown of an image; empty without one. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Chooses one of the stored photos. */
export const PhotoField = ({ path, value, onChange }: PhotoFieldProps) => {
  const { id } = useField(path);
  const [isChoosing, setChoosing] = useState(false);
  const photoId = photoIdAt(imagesIn(value)[0]?.address ?? '');
  return (
    <div className="stack-2 start">
      <p className="strong">Photo</p>
      {photoId !== undefined && <img src={photoAddress(photoId, 320)} alt="" width={160} />}
      <div className="cluster-3">
        <Button id={id} onClick={() => setChoosing(true)}>
          {value === '' ? 'Choose a photo' : 'Choose another photo'}
        </Button>
        {value !== '' && <Button onClick={() => onChange('')}>Remove photo</Button>}
      </div>
      <PhotoPicker
        open={isChoosing}
        onPick={(photo) => {
          onChange(photoMarkdown('', photo.id));
          setChoosing(false);
        }}
        onClose={() => setChoosing(false)}
      />
    </div>
  );
};
