import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useWords } from '../words/language.ts'
import { signInWords } from './words.ts'

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
  readonly children?: ReactNode
}) {
  const words = useWords(signInWords)
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
      setRefusal(error instanceof Error ? error.message : words.wentWrong)
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void send(event.currentTarget)
      }}
    >
      <Heading>{title}</Heading>
      {hint !== undefined && <p className="quiet">{hint}</p>}
      {children}
      <p className="refusal" role="alert">
        {refusal}
      </p>
      <Button type="submit" fullWidth size="md" aria-disabled={isSending}>
        {button}
      </Button>
    </form>
  )
}

export function Field({
  label,
  name,
  type = 'text',
  autoComplete,
}: {
  readonly label: string
  readonly name: string
  readonly type?: 'text' | 'email' | 'password'
  readonly autoComplete: string
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} name={name} type={type} autoComplete={autoComplete} required />
    </div>
  )
}
