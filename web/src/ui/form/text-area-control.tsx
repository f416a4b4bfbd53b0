import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';

interface TextAreaControlProps extends Omit<ComponentProps<'textarea'>, 'ref' | 'defaultValue'> {
  readonly value: string;
  /** The element, for those who change its text. */
  readonly area?: RefObject<HTMLTextAreaElement | null>;
}

/**
 * A `<textarea>` that shows `value`. React itself also writes the default value on each change of a
 * controlled one, after which one undo of Chrome takes back a single letter instead of what was
 * typed in one go.
 */
export const TextAreaControl = ({ value, area, ...rest }: TextAreaControlProps) => {
  const own = useRef<HTMLTextAreaElement>(null);
  const element = area ?? own;
  useLayoutEffect(() => {
    if (element.current && element.current.value !== value) element.current.value = value;
  });
  return <textarea {...rest} ref={element} />;
};
