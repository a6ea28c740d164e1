import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'

/** A form that sends itself once at a time, and shows why it was refused where it happened. */
export function Form({
  title,
  level: Heading = 'h1',
  hint,
  refused = null,
  button,
  onSend,
  children,
}: {
  readonly title: string
  readonly level?: 'h1' | 'h2'
  readonly hint?: string
  /** Why an attempt failed that began on another page. */
  readonly refused?: string | null
  readonly button: string
  readonly onSend: (values: Readonly<Record<string, string>>) => Promise<void>
  readonly children?: ComponentChildren
}) {
  const [refusal, setRefusal] = useState<string | null>(refused)
  const [isSending, setSending] = useState(false)

  async function send(form: HTMLFormElement): Promise<void> {
    setSending(true)
    setRefusal(null)
    try {
      const values = [...new FormData(form)].flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as const] : [],
      )
      await onSend(Object.fromEntries(values))
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'Something went wrong. Try again.')
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void send(event.currentTarget)
      }}
    >
      <Heading>{title}</Heading>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {children}
      <p class="refusal" role="alert">
        {refusal}
      </p>
      <button type="submit" aria-disabled={isSending}>
        {button}
      </button>
    </form>
  )
}

export function Field({
  label,
  name,
  type = 'text',
  autocomplete,
}: {
  readonly label: string
  readonly name: string
  readonly type?: 'text' | 'email' | 'password'
  readonly autocomplete: string
}) {
  const id = useId()
  const rest = { id, name, autocomplete, required: true }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === 'email' && <input {...rest} type="email" />}
      {type === 'password' && <input {...rest} type="password" />}
      {type === 'text' && <input {...rest} type="text" />}
    </div>
  )
}
