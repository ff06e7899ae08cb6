import type { ComponentProps, FormEvent } from 'react';

/**
 * A form validated by scripts, not by the browser. It uses POST, so that a form sent before hydration puts no input
 * into an address.
 */
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
