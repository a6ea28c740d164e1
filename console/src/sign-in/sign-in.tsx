import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { openClient } from '../api/client.ts'
import { useWords } from '../words/language.ts'
import { Field, Form } from './form.tsx'
import { signInWords } from './words.ts'

interface Props {
  readonly onDone: () => void
  /** Over a page that must not be left: what was typed there is still to be sent. */
  readonly isInSheet?: boolean
}

export function SignIn({ onDone, isInSheet = false }: Props) {
  const words = useWords(signInWords)
  const [ticket, setTicket] = useState<string | null>(null)
  const [isByCompany, setByCompany] = useState(false)
  const level = isInSheet ? 'h2' : 'h1'
  const error = new URLSearchParams(location.hash.slice(1)).get('error')
  if (ticket !== null) return <Code ticket={ticket} level={level} onDone={onDone} />
  if (isByCompany) {
    const back = () => setByCompany(false)
    return <Company isInSheet={isInSheet} onDone={onDone} onBack={back} />
  }
  const failures: Readonly<Record<string, string>> = words.failures
  return (
    <>
      <Form
        title={words.title}
        level={level}
        button={words.title}
        refused={error && (failures[error] ?? words.failed)}
        onSend={async ({ email = '', password = '' }) => {
          const { next, ticket: given } = await openClient.call('signIn', {
            body: { email, password },
          })
          if (next === 'code') setTicket(given)
          else onDone()
        }}
      >
        <Field label={words.email} name="email" type="email" autoComplete="username webauthn" />
        <Field
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
        />
      </Form>
      <Passkey onDone={onDone} />
      <Button variant="default" fullWidth size="md" onClick={() => setByCompany(true)}>
        {words.byCompany}
      </Button>
    </>
  )
}

function Passkey({ onDone }: { readonly onDone: () => void }) {
  const words = useWords(signInWords)
  const [refusal, setRefusal] = useState<string | null>(null)
  async function signIn(): Promise<void> {
    setRefusal(null)
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const { ticket, options } = await openClient.call('optionsForSignIn')
      // The server writes what the browser reads, as the standard has it.
      const optionsJSON = options as unknown as Parameters<
        typeof startAuthentication
      >[0]['optionsJSON']
      const response = await startAuthentication({ optionsJSON })
      await openClient.call('signInWithPasskey', {
        body: { ticket, response: { ...response, response: { ...response.response } } },
      })
      onDone()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : words.passkeyRefused)
    }
  }
  return (
    <>
      <Button
        variant="default"
        fullWidth
        size="md"
        className="passkey"
        onClick={() => void signIn()}
      >
        {words.passkey}
      </Button>
      <p className="refusal" role="alert">
        {refusal}
      </p>
    </>
  )
}

function Code({
  ticket,
  level,
  onDone,
}: {
  readonly ticket: string
  readonly level: 'h1' | 'h2'
  readonly onDone: () => void
}) {
  const words = useWords(signInWords)
  return (
    <Form
      title={words.codeTitle}
      level={level}
      hint={words.codeHint}
      button={words.continue}
      onSend={async ({ code = '' }) => {
        const isCode = /^\d{6}$/.test(code.replaceAll(/\s/g, ''))
        const proof = isCode ? { code: code.replaceAll(/\s/g, '') } : { recovery_code: code.trim() }
        await openClient.call('signInWithCode', { body: { ticket, ...proof } })
        onDone()
      }}
    >
      <Field label={words.code} name="code" autoComplete="one-time-code" />
    </Form>
  )
}

const lookMs = 2_000

function Company({ isInSheet, onDone, onBack }: Required<Props> & { readonly onBack: () => void }) {
  const words = useWords(signInWords)
  const [isElsewhere, setElsewhere] = useState(false)
  useEffect(() => {
    if (!isElsewhere) return undefined
    const look = () => void openClient.call('showMe').then(onDone, () => undefined) // Not yet.
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [isElsewhere])
  return (
    <>
      <Form
        title={words.byCompany}
        level={isInSheet ? 'h2' : 'h1'}
        hint={isElsewhere ? words.companyElsewhere : words.companyHint}
        button={words.continue}
        onSend={async ({ company = '' }) => {
          const address = `/console/sso/${encodeURIComponent(company.trim())}`
          if (isInSheet) open(address, '_blank', 'noopener')
          else location.assign(address)
          setElsewhere(isInSheet)
          await Promise.resolve()
        }}
      >
        <Field label={words.company} name="company" autoComplete="organization" />
      </Form>
      <Button variant="default" fullWidth size="md" className="passkey" onClick={onBack}>
        {words.byPassword}
      </Button>
    </>
  )
}
