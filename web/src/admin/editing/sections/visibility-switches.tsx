import type { Sections } from 'content-schema';
import { Switch } from '../../../ui/form/switch.tsx';
import styles from './visibility-switches.module.css';

type Optional = Exclude<keyof Sections, 'contact'>;

const LABELS: Readonly<Record<Optional, string>> = {
  experiencesPage: 'Show experiences',
  educations: 'Show education',
  programmingLanguages: 'Show programming languages',
  languagesSpoken: 'Show languages',
  achievements: 'Show achievements',
};

interface VisibilitySwitchProps {
  readonly section: Optional;
  readonly sections: Sections;
  readonly change: (changes: Partial<Sections>) => void;
}

/** Whether one section of the experiences page is shown. */
const VisibilitySwitch = ({ section, sections, change }: VisibilitySwitchProps) => (
  <Switch
    label={LABELS[section]}
    checked={sections[section].visible}
    onChange={(visible) => change({ [section]: { ...sections[section], visible } })}
  />
);

/** Which sections of the experiences page are shown. */
export const VisibilitySwitches = (props: Omit<VisibilitySwitchProps, 'section'>) => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>On the experiences page</legend>
    {(Object.keys(LABELS) as Optional[]).map((section) => (
      <VisibilitySwitch key={section} section={section} {...props} />
    ))}
  </fieldset>
);
