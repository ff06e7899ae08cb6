import { createRef } from 'react';
import { expectNews } from '../testing/translated-states';
import { BackLink } from './back-link';
import { Button } from './button';
import { CameraView } from './camera-view';
import { Checkbox, RadioCards, Toggle } from './choices';
import { CodeInput } from './code-input';
import { ConfirmDialog } from './confirm-dialog';
import { CountdownButton } from './countdown-button';
import { DropZone } from './drop-zone';
import { ErrorBanner } from './error-banner';
import { Field } from './field';
import { FilterLinks } from './filter-links';
import { Filters } from './filters';
import { Select, TextArea, TextInput } from './inputs';
import { LoadMore } from './load-more';
import { PasswordInput } from './password-input';
import { SearchBox } from './search-box';
import { StepError } from './step-error';
import { Tabs } from './tabs';
import { ViewButtons } from './view-buttons';

const nothing = () => undefined;
expectNews({
  BackLink: {
    before: <BackLink to="/">Back to your tests</BackLink>,
    after: <BackLink to="/">Back to the group</BackLink>,
  },
  Button: {
    before: <Button icon={<svg />}>Save</Button>,
    after: (
      <Button busy icon={<svg />}>
        Saving…
      </Button>
    ),
  },
  'Button, a link': {
    before: <Button to="/">Pay</Button>,
    after: (
      <Button to="/" icon={<svg />}>
        Paid
      </Button>
    ),
  },
  CameraView: {
    before: <CameraView video={createRef()} state={{ kind: 'starting' }} otherWay="Type it." />,
    after: (
      <CameraView video={createRef()} state={{ kind: 'failed', words: 'No camera.' }} otherWay="Type it." />
    ),
  },
  'CameraView, another failure': {
    before: (
      <CameraView video={createRef()} state={{ kind: 'failed', words: 'Denied.' }} otherWay="Type it." />
    ),
    after: (
      <CameraView video={createRef()} state={{ kind: 'failed', words: 'None.' }} otherWay="Use a picture." />
    ),
  },
  Checkbox: {
    before: <Checkbox>I agree</Checkbox>,
    after: <Checkbox error="Please agree.">I agree to it</Checkbox>,
  },
  CodeInput: {
    before: <CodeInput label="Code" value="" onChange={nothing} />,
    after: <CodeInput label="Code" value="1" onChange={nothing} error="Enter the 6-digit code." />,
  },
  ConfirmDialog: {
    before: (
      <ConfirmDialog
        title="Leave?"
        action="Leave"
        onClose={nothing}
        onConfirm={nothing}
        step={{ isPending: true, error: null }}
      >
        You leave the group.
      </ConfirmDialog>
    ),
    after: (
      <ConfirmDialog
        title="Leave?"
        action="Leave"
        onClose={nothing}
        onConfirm={nothing}
        step={{ isPending: false, error: 'It is locked.' }}
      >
        You cannot leave the group.
      </ConfirmDialog>
    ),
  },
  CountdownButton: {
    before: (
      <CountdownButton left={60} busy={false} onClick={nothing}>
        Request a new code
      </CountdownButton>
    ),
    after: (
      <CountdownButton left={0} busy onClick={nothing}>
        Sending…
      </CountdownButton>
    ),
  },
  DropZone: {
    before: <DropZone label="Drop it here" help="A PDF." accept="*" onFiles={nothing} />,
    after: <DropZone label="Reading…" help="Please wait." accept="*" busy onFiles={nothing} />,
  },
  ErrorBanner: {
    before: <ErrorBanner text="" />,
    after: <ErrorBanner text="Wrong password">Try again.</ErrorBanner>,
  },
  Field: {
    before: <Field label="Phone">{() => <br />}</Field>,
    after: (
      <Field label="Telephone" optional help="With the country." error="Too short.">
        {() => <br />}
      </Field>
    ),
  },
  FilterLinks: {
    before: <FilterLinks label="Lists" links={[{ to: '/', label: 'Open', isHere: true }]} />,
    after: <FilterLinks label="Lists" links={[{ to: '/', label: 'Open', count: 3, isHere: false }]} />,
  },
  Filters: {
    before: (
      <Filters names={['a']} active={0}>
        All
      </Filters>
    ),
    after: (
      <Filters names={['a']} active={2}>
        Some
      </Filters>
    ),
  },
  'Filters, one more': {
    before: (
      <Filters names={[]} active={1}>
        A
      </Filters>
    ),
    after: (
      <Filters names={[]} active={2}>
        B
      </Filters>
    ),
  },
  LoadMore: {
    before: <LoadMore params={new URLSearchParams()} next={2} onMore={nothing} />,
    after: <LoadMore params={new URLSearchParams()} next={3} onMore={nothing} busy />,
  },
  PasswordInput: {
    before: <PasswordInput label="Password" />,
    after: <PasswordInput label="Password" error="Too short." />,
  },
  RadioCards: {
    before: <RadioCards legend="Pay by" options={[{ value: 'card', title: 'Card' }]} />,
    after: (
      <RadioCards
        legend="Pay by"
        options={[{ value: 'card', title: 'Cards', text: 'Visa', aside: '$1' }]}
        error="Choose."
      />
    ),
  },
  SearchBox: {
    before: <SearchBox label="Search" help="A word." value="" onSearch={nothing} />,
    after: <SearchBox label="Search all" help="A longer word." value="" onSearch={nothing} />,
  },
  Select: { before: <Select label="Status" />, after: <Select label="Status" error="Choose one." /> },
  StepError: { before: <StepError error={null} />, after: <StepError error="It is locked." /> },
  Tabs: {
    before: (
      <Tabs label="Groups" value="a" tabs={[{ id: 'a', label: 'Open', to: '/' }]}>
        None
      </Tabs>
    ),
    after: (
      <Tabs label="Groups" value="b" tabs={[{ id: 'a', label: 'Over', count: 2, to: '/' }]}>
        Two
      </Tabs>
    ),
  },
  TextArea: {
    before: <TextArea label="Notes" />,
    after: <TextArea label="Notes" optional error="Too long." />,
  },
  TextInput: {
    before: <TextInput label="Batch" help="As printed." />,
    after: <TextInput label="Batch" error="Too long." />,
  },
  Toggle: { before: <Toggle>Only Public</Toggle>, after: <Toggle>Only Sterility</Toggle> },
  ViewButtons: {
    before: <ViewButtons isAll magnified={false} onZoom={nothing} onAll={nothing} onMagnify={nothing} />,
    after: (
      <ViewButtons
        isAll={false}
        magnified
        onZoom={nothing}
        onPan={nothing}
        onAll={nothing}
        onMagnify={nothing}
      >
        <Button>Save the picture</Button>
      </ViewButtons>
    ),
  },
});
