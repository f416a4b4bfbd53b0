import { Fragment, useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { Button, ButtonLink } from '../src/ui/button.tsx';
import { classNames } from '../src/ui/class-names.ts';
import { Dialog } from '../src/ui/dialog.tsx';
import { ErrorBoundary, PageFailed } from '../src/ui/error-boundary.tsx';
import { Checkbox, RadioGroup, Switch } from '../src/ui/form/choice.tsx';
import { DateTimeField } from '../src/ui/form/date-time-field.tsx';
import { Field, TextArea, TextField } from '../src/ui/form/field.tsx';
import { FileButton } from '../src/ui/form/file-button.tsx';
import { FieldScope, Form } from '../src/ui/form/form.tsx';
import * as icons from '../src/ui/icons.tsx';
import { MessageScreen, Notice, Problem, Status } from '../src/ui/messages.tsx';
import { Pagination } from '../src/ui/pagination/pagination.tsx';
import { Pill } from '../src/ui/pill.tsx';
import { ProgressBar } from '../src/ui/progress-bar.tsx';
import { SkipLink } from '../src/ui/skip-link.tsx';
import styles from './gallery.module.css';

const ignore = () => undefined;

const VARIANTS = ['primary', 'quiet', 'danger', 'plain', 'plainStrong', 'plainDanger'] as const;

const Buttons = () => (
  <div className="cluster-4">
    {VARIANTS.map((variant) => (
      <Fragment key={variant}>
        <Button variant={variant}>{variant}</Button>
        <Button variant={variant} pending>
          {variant}, pending
        </Button>
        <ButtonLink variant={variant} to="/">
          {variant} link
        </ButtonLink>
      </Fragment>
    ))}
    <Button disabled>disabled</Button>
    <FileButton accept="image/*" onChoose={ignore}>
      Choose a file
    </FileButton>
  </div>
);

const Dialogs = () => {
  const [open, setOpen] = useState<'narrow' | 'wide'>();
  return (
    <div className="cluster-4">
      <Button onClick={() => setOpen('narrow')}>Open a dialog</Button>
      <Button onClick={() => setOpen('wide')}>Open a wide dialog</Button>
      <Dialog
        open={open !== undefined}
        wide={open === 'wide'}
        title="Leave without saving?"
        actions={
          <>
            <Button onClick={() => setOpen(undefined)}>Stay on this page</Button>
            <Button variant="danger" onClick={() => setOpen(undefined)}>
              Leave
            </Button>
          </>
        }
        onClose={() => setOpen(undefined)}
      >
        <p>What you have typed is kept in this browser.</p>
      </Dialog>
    </div>
  );
};

const Failing = (): ReactNode => {
  throw new Error('A component of the gallery fails, as it was asked to');
};

const Boundary = () => {
  const [fails, setFails] = useState(false);
  return (
    <ErrorBoundary
      fallback={({ reset }) => (
        <div className="cluster-4">
          <Problem>This part of the page failed.</Problem>
          <Button
            onClick={() => {
              setFails(false);
              reset();
            }}
          >
            Try again
          </Button>
        </div>
      )}
    >
      {fails ? <Failing /> : <Button onClick={() => setFails(true)}>Fail</Button>}
    </ErrorBoundary>
  );
};

const FIELD_ISSUE = { path: 'wrong', message: 'Enter a valid email address' };
const AREA_ISSUE = { path: 'area', message: 'Description is required' };
const CHOICE_ISSUE = { path: 'choice', message: 'Upload a logo first' };

const Fields = () => {
  const [text, setText] = useState('Marit Ashgrove');
  const [area, setArea] = useState('');
  const [date, setDate] = useState('');
  const [choice, setChoice] = useState<'text' | 'logo'>('text');
  const [checked, setChecked] = useState(true);
  const field = { value: text, onChange: setText };
  return (
    <Form className="stack-5" issues={[FIELD_ISSUE, CHOICE_ISSUE]} onSubmit={ignore}>
      <TextField {...field} path="plain" label="Text" />
      <TextField
        {...field}
        path="hint"
        label="With a hint and a maximum"
        hint="A hint"
        maxLength={40}
      />
      <TextField {...field} path="over" label="Beyond its limit" limit={10} />
      <TextField {...field} path="wrong" label="With an error" />
      <TextField {...field} path="disabled" label="Disabled" disabled />
      <DateTimeField path="date" label="Date and time" value={date} onChange={setDate} />
      <FieldScope name="part" issues={[AREA_ISSUE]}>
        <TextArea path="area" label="Lines of text" value={area} onChange={setArea} rows={3} />
      </FieldScope>
      <Field path="own" label="A control of its own">
        {(control) => (
          <select {...control}>
            <option>One of two</option>
            <option>Two of two</option>
          </select>
        )}
      </Field>
      <RadioGroup
        path="choice"
        label="One of a few"
        options={[
          { value: 'text', label: 'Text' },
          { value: 'logo', label: 'Logo', hint: 'Upload a logo first', disabled: true },
        ]}
        value={choice}
        onChange={setChoice}
      />
      <div className="cluster-4">
        <Checkbox label="Checkbox" checked={checked} onChange={setChecked} />
        <Checkbox label="Its opposite" checked={!checked} onChange={(on) => setChecked(!on)} />
        <Switch label="Switch" checked={checked} onChange={setChecked} />
        <Switch label="Its opposite" checked={!checked} onChange={(on) => setChecked(!on)} />
      </div>
    </Form>
  );
};

const SPECIMENS: Readonly<Record<string, ReactNode>> = {
  'button, form/file-button': <Buttons />,
  dialog: <Dialogs />,
  'error-boundary': <Boundary />,
  'form/form, form/field, form/choice': <Fields />,
  'status, problem, notice': (
    <>
      <Status message="Saving profile..." />
      <Status message="Profile updated" tone="ok" />
      <Problem>Failed to save profile</Problem>
      <Notice>The store is down</Notice>
    </>
  ),
  'message-screen, error-boundary': (
    <div className={styles.frames}>
      <MessageScreen busy>Verifying your session</MessageScreen>
      <MessageScreen action={<Button>Try again</Button>}>This can not be shown.</MessageScreen>
      <PageFailed>
        <Button>Copy what was typed</Button>
      </PageFailed>
    </div>
  ),
  pagination: (
    <>
      <Pagination page={1} pageCount={3} path="/blogs" />
      <Pagination page={50} pageCount={103} path="/blogs" />
    </>
  ),
  pill: (
    <div className="cluster-4">
      <Pill>Text</Pill>
      <Pill label="Also read by a name">Named</Pill>
      <Pill to="/blogs/tags/maps">Link</Pill>
      <Pill onClick={ignore}>Button</Pill>
      <Pill to="/blogs/tags/long">{'A long label '.repeat(12)}</Pill>
    </div>
  ),
  'progress-bar': (
    <>
      {[0, 0.4, 1].map((value) => (
        <ProgressBar key={value} label={`Upload at ${value}`} value={value} />
      ))}
    </>
  ),
  icons: (
    <div className="cluster-4">
      {Object.entries(icons).map(([name, Icon]) => (
        <Icon key={name} size={16} />
      ))}
    </div>
  ),
  'skip-link': (
    <p>
      It shows while it has the focus: <SkipLink />
    </p>
  ),
};

/** Shows every component of the design system in its states, in the light and the dark theme. */
export const Gallery = () => (
  <MemoryRouter>
    <div className={styles.themes}>
      {(['light', 'dark'] as const).map((theme) => (
        <section key={theme} className={styles.theme} data-theme={theme} aria-label={theme}>
          {Object.entries(SPECIMENS).map(([name, specimen]) => (
            <div key={name} className={classNames('divided stack-4', styles.specimen)}>
              <h2 className="note">{name}</h2>
              {specimen}
            </div>
          ))}
        </section>
      ))}
    </div>
  </MemoryRouter>
);
