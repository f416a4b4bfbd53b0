import { RESUME_SECTION_NAMES, resumeSections } from 'content-schema';
import { addToCv, type Cv, type CvEntry } from 'content-schema/cv';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/form/choice.tsx';
import { FileButton } from '../../../ui/form/file-button.tsx';
import { Problem } from '../../../ui/messages.tsx';

interface ImportCvProps {
  readonly current: Cv;
  /** Saves the CV with the chosen entries. */
  readonly onAdd: (cv: Cv) => void;
}

/** Shows the entries of the CV in a file, and adds those that are chosen: at first what is new. */
export const ImportCv = ({ current, onAdd }: ImportCvProps) => {
  const [entries, setEntries] = useState<readonly CvEntry[]>([]);
  const [chosen, setChosen] = useState<readonly CvEntry[]>([]);
  const [error, setError] = useState<string>();
  const read = async ([file]: readonly File[]) => {
    setError(undefined);
    const { readCvFile } = await import('./read-cv-file.ts');
    const result = file ? await readCvFile(file, current) : [];
    setEntries(result);
    setChosen(result.filter(({ isNew }) => isNew));
  };
  const fail = (error: unknown) => {
    const isOurs = error instanceof Error && !(error instanceof TypeError);
    setError(isOurs ? error.message : 'The file can not be read');
  };
  const close = () => setEntries([]);
  const add = () => {
    const inOrder = entries.filter((entry) => chosen.includes(entry));
    onAdd(addToCv(current, inOrder));
    close();
  };
  const choose = (entry: CvEntry, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, entry] : chosen.filter((other) => other !== entry));
  const sections = RESUME_SECTION_NAMES.map((name) => ({
    title: resumeSections[name].title,
    own: entries.filter(({ section }) => section === name),
  }));
  return (
    <div className="line">
      <FileButton accept=".json,.zip" onChoose={(files) => void read(files).catch(fail)}>
        Import a CV…
      </FileButton>
      <span className="hint">A JSON Resume, or the .zip file with your data from LinkedIn.</span>
      {error !== undefined && <Problem>{error}</Problem>}
      {entries.length > 0 && (
        <Dialog
          title="Import a CV"
          onClose={close}
          actions={
            <>
              <Button variant="primary" disabled={chosen.length === 0} onClick={add}>
                Add and save
              </Button>
              <Button onClick={close}>Cancel</Button>
            </>
          }
        >
          <div className="stack-5">
            {sections.map(({ title, own }) =>
              own.length === 0 ? null : (
                <fieldset key={title} className="stack-1">
                  <legend className="strong">{title}</legend>
                  {own.map((entry, index) => (
                    <Checkbox
                      key={index}
                      label={entry.label}
                      checked={chosen.includes(entry)}
                      onChange={(isChosen) => choose(entry, isChosen)}
                    />
                  ))}
                </fieldset>
              ),
            )}
          </div>
        </Dialog>
      )}
    </div>
  );
};
