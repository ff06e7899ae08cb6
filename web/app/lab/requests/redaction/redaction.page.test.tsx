import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { LabPhoto } from '@vialproof/contract/lab';
import { describe, expect, it } from 'vitest';
import { idOf } from '../../../testing/answers';
import { type Answers, refusal } from '../../../testing/fake-server';
import { button, openPage, signIn, toasts, user } from '../../../testing/open-page';
import { BoxPicture } from './box-picture';
import { RedactPhoto } from './redact-photo';
import { RedactionProposal } from './redaction-proposal';

const SAMPLE = idOf(1);
const PHOTO: LabPhoto = {
  id: idOf(2),
  url: `/api/photos/${idOf(2)}`,
  width: 800,
  height: 600,
  taken_at: '2026-11-20T10:00:00.000Z',
  refused: false,
  redactions: [],
  proposal: null,
};
const CALL = `/api/lab/requests/${SAMPLE}/photos/${PHOTO.id}/redaction`;
const REASON = 'An address is readable on the label';
const picture = () => new Response(new Blob(['photo'], { type: 'image/jpeg' }));
const PICTURES: Answers = { 'GET /api/photos/*': picture };

function open(part: () => React.JSX.Element, answers: Answers) {
  signIn();
  return openPage('/lab', { '/lab': { default: part } }, { ...PICTURES, ...answers });
}

const dialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => user.click(dialog().getByRole('button', { name }));
const boxes = () => dialog().queryAllByRole('button', { name: /^Box \d/ });
const said = () => boxes().map((box) => box.getAttribute('aria-label'));
function type(label: string, text: string) {
  fireEvent.change(dialog().getByLabelText(label), { target: { value: text } });
}

async function openEditor(wasPublished: boolean, answers: Answers = {}) {
  const server = open(() => <RedactPhoto id={SAMPLE} photo={PHOTO} wasPublished={wasPublished} />, answers);
  await user.click(await screen.findByRole('button', { name: 'Blacken parts…' }));
  await dialog().findByRole('img', { name: /^The vial/ });
  return server;
}

describe('an admin can draw boxes over a photo by keyboard', () => {
  it('an admin adds, moves, undoes and removes boxes by keyboard', async () => {
    const server = await openEditor(false, { [`PUT ${CALL}`]: { data: {} } });
    expect(dialog().getByText(/This destroys the original for ever\./)).toBeTruthy();
    await press('Add a box');
    expect(said()).toEqual(['Box 1: 200 × 150 pixels at 300, 225']);
    type('From left', '10');
    type('From top', '20');
    type('Width', '30');
    type('Height', '40');
    expect(said()).toEqual(['Box 1: 30 × 40 pixels at 10, 20']);
    // Only whole numbers inside the photo are valid.
    type('Width', '791');
    expect(dialog().getByText('Inside the photo.')).toBeTruthy();
    expect(said()).toEqual(['Box 1: 30 × 40 pixels at 10, 20']);
    fireEvent.blur(dialog().getByLabelText('Width'));
    expect(dialog().getByLabelText<HTMLInputElement>('Width').value).toBe('30');

    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown'])
      fireEvent.keyDown(boxes()[0] as Element, { key });
    fireEvent.keyDown(boxes()[0] as Element, { key: 'ArrowLeft', shiftKey: true });
    expect(said()).toEqual(['Box 1: 30 × 40 pixels at 1, 22']);
    await press('Undo');
    expect(said()).toEqual(['Box 1: 30 × 40 pixels at 10, 20']);

    await press('Add a box');
    expect(boxes()).toHaveLength(2);
    fireEvent.keyDown(boxes()[1] as Element, { key: 'Delete' });
    expect(boxes()).toHaveLength(1);
    await press('Add a box');
    await user.click(dialog().getAllByRole('button', { name: 'Remove' })[0] as Element);
    expect(said()).toEqual(['Box 1: 200 × 150 pixels at 300, 225']);
    await press('Undo');
    await press('Undo');
    expect(said()).toEqual(['Box 1: 30 × 40 pixels at 10, 20']);

    const isBlack = () => boxes()[0]?.style.backgroundColor === 'rgb(0, 0, 0)';
    expect(isBlack()).toBe(false);
    await user.click(dialog().getByRole('checkbox', { name: 'Show it black' }));
    expect(isBlack()).toBe(true);

    await user.type(dialog().getByLabelText('Reason'), REASON);
    await press('Destroy the original');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo(`PUT ${CALL}`).map(({ body }) => body)).toEqual([
      { boxes: [{ x: 10, y: 20, width: 30, height: 40 }], reason: REASON },
    ]);
    await waitFor(() =>
      expect(toasts()).toEqual(['The parts are blackened. The original is being destroyed.']),
    );
  });

  it('without a box nothing is sent, and an error from the server is shown', async () => {
    const words = 'These boxes cover only what is black already.';
    const server = await openEditor(true, { [`PUT ${CALL}`]: refusal('invalid_fields', words) });
    expect(dialog().getByText(/Nobody outside sees this photo from then on\./)).toBeTruthy();
    await user.type(dialog().getByLabelText('Reason'), REASON);
    await press('Propose');
    expect((await dialog().findByText('Draw at least one box.')).textContent).toBeTruthy();
    expect(server.callsTo(`PUT ${CALL}`)).toEqual([]);
    await press('Add a box');
    await press('Propose');
    expect(await dialog().findByText(words)).toBeTruthy();
    // The dialog is empty when it opens again.
    await press('Back');
    await user.click(screen.getByRole('button', { name: 'Blacken parts…' }));
    expect(boxes()).toEqual([]);
    expect(dialog().queryByText(words)).toBeNull();
  });

  it('a box stays inside the photo while an arrow key is held down', () => {
    const steps: unknown[] = [];
    const size = { width: 20, height: 10 };
    const box = { x: 18, y: 0, width: 2, height: 2 };
    render(
      <BoxPicture
        address="blob:in-memory"
        size={size}
        boxes={[box]}
        isBlack={false}
        onStep={(step) => steps.push(step)}
      />,
    );
    for (const key of ['ArrowRight', 'ArrowUp', 'a']) fireEvent.keyDown(screen.getByRole('button'), { key });
    expect(steps).toEqual([
      { do: 'change', place: 0, box, what: 'moved' },
      { do: 'change', place: 0, box, what: 'moved' },
    ]);
  });
});

describe('a second person decides about blackened parts of a photo', () => {
  const proposal = {
    id: idOf(3),
    url: `/api/photos/${idOf(3)}`,
    boxes: [{ x: 0, y: 0, width: 9, height: 9 }],
    reason: REASON,
    by: 'Ada Admin',
    at: '2026-11-21T10:00:00.000Z',
    may_decide: true,
  };
  const photo = { ...PHOTO, proposal };
  const part = (mayDecide: boolean) => () => (
    <RedactionProposal id={SAMPLE} photo={photo} proposal={{ ...proposal, may_decide: mayDecide }} />
  );

  it('the blackened photo is shown beside the original, and a second person confirms or refuses it', async () => {
    for (const [name, path, action, done] of [
      [
        'Confirm',
        'confirm',
        'Destroy the original',
        'The redacted photo is shown. The original is being destroyed.',
      ],
      ['Refuse', 'refuse', 'Bring the original back', 'The original is shown again.'],
    ] as const) {
      const call = `POST ${CALL}/${path}`;
      const server = open(part(true), { [call]: { data: {} } });
      expect(await screen.findByText(new RegExp(`Proposed by Ada Admin, .*${REASON}`))).toBeTruthy();
      for (const side of ['Original', 'Redacted']) {
        expect(await screen.findByRole('img', { name: `${side} photo of the vial` })).toBeTruthy();
      }
      await user.click(button(name));
      expect(server.callsTo(call)).toEqual([]);
      await press(action);
      await waitFor(() => expect(toasts()).toContain(done));
      expect(server.callsTo(call).map(({ query }) => query.get('proposal'))).toEqual([proposal.id]);
      cleanup();
    }
  });

  it('the person who proposed to blacken a photo can neither confirm nor refuse it', async () => {
    open(part(false), {});
    expect(await screen.findByText('Another reviewer or admin confirms or refuses it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Refuse' })).toBeNull();
  });
});
