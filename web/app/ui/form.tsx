import type { ComponentProps, FormEvent } from 'react';

/**
 * A form that scripts check: the browser says nothing by itself. It is sent by POST, so that nothing that is sent before the
 * scripts come stands in an address.
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
