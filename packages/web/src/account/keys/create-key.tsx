/** The form of a new key: its name, when it ends, and what it may ask for. */
import { useState } from 'react';
import { ask } from '../../api/account';
import { sentence } from '../../words/format';
import { Cancel, Field, Form, SelectField } from '../form';
import type { MakerProps } from './key';

export function CreateKey({ scopes, onClose, onMade }: MakerProps & { readonly scopes: readonly string[] }) {
  const [isConfined, setConfined] = useState(false);
  return (
    <Form
      button="Create"
      action={(fields) => {
        const chosen = scopes.filter((scope) => fields[`scope ${scope}`] !== undefined);
        if (isConfined && chosen.length === 0) throw new Error('Choose at least one.');
        return ask('POST /keys', {
          body: {
            name: fields.name ?? '',
            scopes: isConfined ? chosen : null,
            days: fields.days === '' ? null : Number(fields.days),
          },
        });
      }}
      onDone={onMade}
      aside={<Cancel onClose={onClose} />}
    >
      <Field
        label="Name"
        name="name"
        maxLength={100}
        note="Where it is used, such as “map server”."
        required
        autoFocus
      />
      <SelectField label="Expires" name="days" defaultValue="">
        <option value="">never</option>
        <option value="30">in 30 days</option>
        <option value="90">in 90 days</option>
        <option value="365">in a year</option>
      </SelectField>
      <fieldset className="field plain">
        <legend className="label">May ask for</legend>
        <label className="choice">
          <input type="radio" name="extent" checked={!isConfined} onChange={() => setConfined(false)} />
          everything
        </label>
        <label className="choice">
          <input type="radio" name="extent" checked={isConfined} onChange={() => setConfined(true)} />
          only what I choose
        </label>
        {isConfined ? (
          <div className="scope-choices">
            {scopes.map((scope) => (
              <label className="choice" key={scope}>
                <input type="checkbox" name={`scope ${scope}`} />
                {sentence(scope)}
              </label>
            ))}
          </div>
        ) : null}
      </fieldset>
    </Form>
  );
}
