import { Button } from '../../../ui/button.tsx';
import type { ValueProps } from '../../../ui/form/field.tsx';

interface ToggleButtonsProps<Value extends string> extends ValueProps<Value> {
  readonly label: string;
  readonly options: Readonly<Record<Value, string>>;
}

export const ToggleButtons = <Value extends string>(props: ToggleButtonsProps<Value>) => {
  const { label, options, value, onChange } = props;
  return (
    <div className="cluster-2" role="group" aria-label={label}>
      {(Object.keys(options) as Value[]).map((name) => (
        <Button key={name} aria-pressed={value === name} onClick={() => onChange(name)}>
          {options[name]}
        </Button>
      ))}
    </div>
  );
};
