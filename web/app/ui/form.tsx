import type { ComponentProps, FormEvent } from 'react';

/** A form that scripts check, and not the browser. It uses POST, so that no input gets into an address. */
export function Form({
  onSubmit,
  className = 'grid gap-5',
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (event: FormEvent<HTMLFormElement>) => unknown }) {
  return (
    <form
      method="post"
      noValidate
      {...form}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event);
      }}
    />
  );
}
