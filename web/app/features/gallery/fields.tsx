import { useState } from 'react';
import { Checkbox, RadioCards, Toggle } from '../../ui/choices';
import { CodeInput } from '../../ui/code-input';
import { CountdownButton } from '../../ui/countdown-button';
import { DropZone } from '../../ui/drop-zone';
import { Select, TextArea, TextInput } from '../../ui/inputs';
import { PasswordInput } from '../../ui/password-input';
import { SearchBox } from '../../ui/search-box';

/** Everything one types into or chooses from. `theme` keeps the radio groups of two panes apart. */
export function Fields({ theme }: { theme: string }) {
  const [code, setCode] = useState('12');
  const [choice, setChoice] = useState('private');
  const [word, setWord] = useState('');
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <TextInput label="Plain" help="A sentence under the control." />
      <TextInput label="With an error" error="Enter a valid email address." defaultValue="nobody" />
      <TextInput label="Disabled" disabled defaultValue="Not now" />
      <TextInput label="Quiet, within a panel" isQuiet />
      <TextInput label="Figures" mono optional defaultValue="7Q2M-K9XD-4RTB" />
      <Select label="Select">
        <option>One</option>
        <option>Two</option>
      </Select>
      <SearchBox label="Search" placeholder="Search peptide..." value={word} onSearch={setWord} />
      <TextArea label="Text" help="Several lines." />
      <TextArea label="Text with an error" error="Say what was wrong with it." defaultValue="It was" />
      <Select label="Select, disabled" disabled>
        <option>Only one</option>
      </Select>
      <PasswordInput label="Password" defaultValue="Demo-pass-1" autoComplete="off" />
      <CodeInput label="Code, empty" value="" onChange={() => undefined} />
      <CodeInput label="Code, disabled" value="482915" onChange={() => undefined} disabled />
      <CodeInput label="Six-digit code" value={code} onChange={setCode} error="Enter the 6-digit code." />
      <RadioCards
        legend="With an error, in two columns"
        name={`payment-${theme}`}
        columns={2}
        error="Choose how to pay."
        options={[
          { value: 'card', title: 'Card' },
          { value: 'crypto', title: 'Crypto' },
        ]}
      />
      <RadioCards
        legend="Visibility"
        name={`visibility-${theme}`}
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
        options={[
          { value: 'private', title: 'Private', text: 'Only you see the result.' },
          { value: 'public', title: 'Public', text: 'Everybody sees the result.', aside: '−20 %' },
          { value: 'none', title: 'Disabled', disabled: true },
        ]}
      />
      <DropZone label="Drop a file, or choose one" help="PDF" accept=".pdf" onFiles={() => undefined} />
      <DropZone label="Uploading…" help="PDF" accept=".pdf" busy onFiles={() => undefined} />
      <CountdownButton left={42} busy={false} onClick={() => undefined}>
        Request a new code
      </CountdownButton>
      <div>
        <Checkbox>A box to tick</Checkbox>
        <Checkbox error="Please agree first.">A box with an error</Checkbox>
        <Checkbox disabled>Disabled</Checkbox>
        <Checkbox defaultChecked>Ticked</Checkbox>
        <Toggle defaultChecked>A switch that is on</Toggle>
        <Toggle>A switch that is off</Toggle>
        <Toggle disabled>A switch that is disabled</Toggle>
      </div>
    </div>
  );
}
