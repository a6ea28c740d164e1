import { startAuthentication } from '@simplewebauthn/browser'
import { useState } from 'preact/hooks'
import { type SignedIn, ask } from '../api.ts'
import { Field, Form } from './form.tsx'

/** What the address says after a failed single sign-on, by the code of the refusal. */
const failures: Readonly<Record<string, string>> = {
  sso_refused: 'Your company’s sign-in refused you. Ask your administrator.',
  sso_unavailable: 'Your company’s sign-in cannot be reached. Try again later.',
}

export function SignIn({ onDone }: { readonly onDone: () => void }) {
  const [ticket, setTicket] = useState<string | null>(null)
  const [isByCompany, setByCompany] = useState(false)
  const error = new URLSearchParams(location.hash.slice(1)).get('error')
  if (ticket !== null) return <Code ticket={ticket} onDone={onDone} />
  if (isByCompany) return <Company onBack={() => setByCompany(false)} />
  return (
    <>
      <Form
        title="Sign in"
        button="Sign in"
        {...(error === null
          ? {}
          : { hint: failures[error] ?? 'Signing in has failed. Try again.' })}
        onSend={async ({ email, password }) => {
          const { next, ticket: given } = await ask<SignedIn>('POST', '/sign_in', {
            email,
            password,
          })
          if (next === 'code') setTicket(given)
          else onDone()
        }}
      >
        <Field label="E-mail address" name="email" type="email" autocomplete="username webauthn" />
        <Field label="Password" name="password" type="password" autocomplete="current-password" />
      </Form>
      <Passkey onDone={onDone} />
      <button type="button" class="other" onClick={() => setByCompany(true)}>
        Sign in with your company
      </button>
    </>
  )
}

function Passkey({ onDone }: { readonly onDone: () => void }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  async function signIn(): Promise<void> {
    setRefusal(null)
    try {
      const { ticket, options } = await ask<{
        ticket: string
        options: Parameters<typeof startAuthentication>[0]['optionsJSON']
      }>('POST', '/sign_in/passkey/options', {})
      const response = await startAuthentication({ optionsJSON: options })
      await ask('POST', '/sign_in/passkey', { ticket, response })
      onDone()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'The passkey was not accepted.')
    }
  }
  return (
    <>
      <button type="button" class="other" onClick={() => void signIn()}>
        Use a passkey
      </button>
      <p class="refusal" role="alert">
        {refusal}
      </p>
    </>
  )
}

function Code({ ticket, onDone }: { readonly ticket: string; readonly onDone: () => void }) {
  return (
    <Form
      title="Enter your code"
      hint="Open your authenticator app and enter its six digits, or use one of your recovery codes."
      button="Continue"
      onSend={async ({ code = '' }) => {
        const isCode = /^\d{6}$/.test(code.replaceAll(/\s/g, ''))
        const proof = isCode ? { code: code.replaceAll(/\s/g, '') } : { recovery_code: code.trim() }
        await ask('POST', '/sign_in/code', { ticket, ...proof })
        onDone()
      }}
    >
      <Field label="Code" name="code" autocomplete="one-time-code" />
    </Form>
  )
}

function Company({ onBack }: { readonly onBack: () => void }) {
  return (
    <>
      <Form
        title="Sign in with your company"
        hint="Your company’s short name here, such as demo-insurance. Your administrator knows it."
        button="Continue"
        onSend={async ({ company = '' }) => {
          location.assign(`/console/sso/${encodeURIComponent(company.trim())}`)
          await Promise.resolve()
        }}
      >
        <Field label="Company" name="company" autocomplete="organization" />
      </Form>
      <button type="button" class="other" onClick={onBack}>
        Sign in with a password
      </button>
    </>
  )
}
