import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../lib/field-errors';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { ErrorBanner } from '../../ui/error-banner';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';

interface Person {
  name: string;
  email: string;
}

const names: (keyof Person)[] = ['name', 'email'];

/** The answer of a server that refuses one field. */
const taken = new ApiProblem(422, {
  type: 'about:blank',
  title: 'Unprocessable Content',
  status: 422,
  detail: 'Some fields are not valid.',
  code: 'invalid_fields',
  errors: [{ path: 'email', message: 'This address has an account already.' }],
});

/** An example of a form that always fails: at its field for nobody@…, and as a whole for other input. */
export function ExampleForm() {
  const { register, handleSubmit, setError, formState } = useForm<Person>();
  const { errors } = formState;
  const save = useMutation({
    mutationFn: ({ email }: Person) =>
      Promise.reject<void>(
        email.startsWith('nobody@') ? taken : new Error('The server did not answer. Try again.'),
      ),
    onError: (error) => showFieldErrors<Person>(error, names, setError),
  });
  const isOnFields = save.error instanceof ApiProblem && names.some((name) => errors[name]);
  return (
    <Form onSubmit={handleSubmit((person) => save.mutate(person))} className="grid max-w-lg gap-5">
      <TextInput
        {...register('name', { required: 'Enter your name.' })}
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
      />
      <TextInput
        {...register('email', { required: 'Enter an email address.' })}
        label="Email"
        type="email"
        autoComplete="off"
        help="nobody@example.com is refused at its field; every other one fails as a whole."
        error={errors.email?.message}
      />
      <ErrorBanner text={isOnFields ? '' : (save.error?.message ?? '')} />
      <div>
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </Form>
  );
}
