import { siteFields } from 'content-schema';
import { lookCss, mainColours, type Look } from 'content-schema/palette';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Field, type ValueProps } from '../../../ui/form/field.tsx';
import styles from './hue-field.module.css';

/** Of the default green, where the slider begins. */
const GREEN_HUE = 176;

/** Shows a saved look on this page, by a style sheet that the content security policy allows. */
export const useSavedLook = (look: Look): void => {
  const css = lookCss(look);
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
    document.getElementById('palette')?.remove();
  }, [css]);
};

export const HueField = ({ value: hue, onChange }: ValueProps<number | null>) => {
  const { bg, accent } = mainColours(hue);
  return (
    <Field path="hue" label={siteFields.fields.hue.label} hint="Text is readable in both themes.">
      {(control) => (
        <div className="stack-3 start">
          <input
            type="range"
            {...control}
            max={359}
            className={styles.wide}
            value={hue ?? GREEN_HUE}
            aria-valuetext={hue === null ? 'The default green' : `${hue}°`}
            onChange={(event) => onChange(Number(event.target.value))}
          />
          <div className={classNames('cluster-2', styles.wide)} aria-hidden="true">
            {(['light', 'dark'] as const).map((colorScheme, theme) => (
              <p key={theme} style={{ colorScheme, background: bg[theme], color: accent[theme] }}>
                Link
                <span style={{ background: accent[theme], color: bg[theme] }}>Button</span>
              </p>
            ))}
          </div>
          <Button disabled={hue === null} onClick={() => onChange(null)}>
            Use the default green
          </Button>
        </div>
      )}
    </Field>
  );
};
