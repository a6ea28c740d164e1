import { startAuthentication } from '@simplewebauthn/browser'
import { useState } from 'preact/hooks'
import { type SignedIn, ask } from '../api.ts'
import { Field, Form } from './form.tsx'

/** Why a company's sign-in failed: the codes that the server writes into the address. */
const failures: Readonly<Record<string, string>> = {
  single_sign_on_not_set_up: 'There is no company sign-in under this name. Check the name.',
  sign_in_expired: 'Signing in took too long, or the page was opened twice. Try again.',
  provider_unavailable: 'Your company’s sign-in cannot be reached. Try again later.',
  provider_refused: 'Your company’s sign-in refused you. Ask your administrator.',
  provider_untrusted: 'The answer of your company’s sign-in is not valid. Ask your administrator.',
  groups_incomplete: 'Your company’s sign-in did not list your groups. Ask your administrator.',
  email_missing: 'Your company’s sign-in did not give your e-mail address.',
  email_not_verified: 'Your company has not verified your e-mail address.',
  email_taken: 'Your e-mail address belongs to another person here. Ask your administrator.',
  not_invited: 'You are not invited yet. Ask your administrator.',
  not_a_member: 'You no longer belong to this account. Ask your administrator.',
  no_role: 'You have no role in this account. Ask your administrator.',
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
        refused={error && (failures[error] ?? 'Signing in has failed. Try again.')}
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
