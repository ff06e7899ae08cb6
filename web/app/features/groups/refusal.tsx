import { FieldError } from '../../ui/field';

/** What the server said to an action, under its buttons. */
export default function Refusal({ text }: { text: string }) {
  return <FieldError>{text}</FieldError>;
}
