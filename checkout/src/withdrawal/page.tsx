import type { WithdrawalPage, WithdrawalReceipt } from '@bindery/sdk/generated'
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Refused, ask } from '../api/ask.ts'
import { baseOf } from '../form/locale.ts'
import { type WithdrawalWords, spokenLanguages, withdrawalWords } from './words.ts'

type Entered = Readonly<Record<'name' | 'number' | 'email', string>>
type Step = 'form' | 'check' | 'done'

const asked = new URL(location.href)
const [product = ''] = asked.pathname.split('/').slice(-1)
const isTest = asked.searchParams.get('mode') === 'test'
const server = new URL(
  `../withdrawals/${product}${isTest ? '?mode=test' : ''}`,
  asked.origin + asked.pathname,
)
/** The same however often the button is pressed: one page declares one withdrawal. */
const requestKey = crypto.randomUUID()

function Page() {
  const [page, setPage] = useState<WithdrawalPage | 'unknown' | null>(null)
  const language = languageFor(page)
  const words = withdrawalWords(language)
  useEffect(() => {
    ask<WithdrawalPage>(server, {}).then(setPage, () => setPage('unknown'))
  }, [])
  useEffect(() => {
    document.documentElement.lang = language
    document.title = words.title
  }, [language, words])
  if (page === null) return <p role="status">{words.loading}</p>
  if (page === 'unknown') {
    return (
      <>
        <h1>{words.title}</h1>
        <p role="alert">{words.unknown}</p>
      </>
    )
  }
  return <Withdrawal page={page} language={language} words={words} />
}

/** What the address asks for, else what the customer reads and the insurer writes. */
function languageFor(page: WithdrawalPage | 'unknown' | null): string {
  const wanted = [asked.searchParams.get('language') ?? '', ...navigator.languages].map(baseOf)
  const spoken: readonly string[] =
    page === null || page === 'unknown' ? spokenLanguages : page.languages
  const found = wanted.find((one) => spoken.includes(one))
  return found ?? (page === null || page === 'unknown' ? 'en' : page.default_language)
}

function Withdrawal({
  page,
  language,
  words,
}: {
  readonly page: WithdrawalPage
  readonly language: string
  readonly words: WithdrawalWords
}) {
  const [step, setStep] = useState<Step>('form')
  const [entered, setEntered] = useState<Entered>({ name: '', number: '', email: '' })
  const [receipt, setReceipt] = useState<WithdrawalReceipt | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  // Whoever cannot see the page hears that it has changed.
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [step])

  const confirm = async () => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const { name, number, email } = entered
    const body = { name, policy_number: number, email, language, request_key: requestKey }
    try {
      setReceipt(await ask<WithdrawalReceipt>(server, { method: 'POST', body }))
      setStep('done')
    } catch (error) {
      setFailure(error instanceof Refused ? words.tooOften : words.unreached)
    }
    setBusy(false)
  }

  const titles = { form: words.title, check: words.checkTitle, done: words.doneTitle }
  return (
    <>
      <header>
        <p class="insurer">{page.insurer_name}</p>
        {!page.livemode && <p class="test">{words.test}</p>}
      </header>
      <h1 ref={heading} tabIndex={-1}>
        {titles[step]}
      </h1>
      {step === 'form' && (
        <Form
          page={page}
          words={words}
          entered={entered}
          next={(given) => {
            setEntered(given)
            setStep('check')
          }}
        />
      )}
      {step === 'check' && (
        <>
          <p class="declaration">{words.declaration(entered.number)}</p>
          <Facts
            of={[
              [words.name, entered.name],
              [words.number, entered.number],
              [words.email, entered.email],
            ]}
          />
          <p>
            {words.declares} {page.mails_receipt ? words.getsMailed : words.getsHere}{' '}
            {words.thenEnds}
          </p>
          {failure !== null && (
            <p class="failure" role="alert">
              {failure}
            </p>
          )}
          <div class="actions">
            <button
              type="button"
              id="confirm"
              class="primary"
              aria-disabled={isBusy}
              onClick={() => void confirm()}
            >
              {isBusy ? words.sending : words.confirm}
            </button>
            <button type="button" class="link" onClick={() => setStep('form')}>
              {words.back}
            </button>
          </div>
        </>
      )}
      {step === 'done' && receipt !== null && (
        <>
          <p class="declaration">{words.declaration(receipt.policy_number)}</p>
          <Facts
            of={[
              [words.received, showMoment(receipt.received_at, language)],
              [words.reference, receipt.id],
              [words.name, receipt.name],
              [words.number, receipt.policy_number],
              [words.email, receipt.email],
            ]}
          />
          <p>
            {page.mails_receipt ? words.mailed(receipt.email) : words.keep} {words.weWrite}
          </p>
          <div class="actions">
            <button type="button" class="link" onClick={() => print()}>
              {words.print}
            </button>
          </div>
        </>
      )}
    </>
  )
}

function Form({
  page,
  words,
  entered,
  next,
}: {
  readonly page: WithdrawalPage
  readonly words: WithdrawalWords
  readonly entered: Entered
  readonly next: (entered: Entered) => void
}) {
  const [wrong, setWrong] = useState<Partial<Entered>>({})
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const entered = new FormData(form)
        const read = (name: keyof Entered) => {
          const value = entered.get(name)
          return typeof value === 'string' ? value.trim() : ''
        }
        const given = { name: read('name'), number: read('number'), email: read('email') }
        const found = faultsOf(given, words)
        setWrong(found)
        const [first] = Object.keys(found)
        if (first === undefined) next(given)
        else form.querySelector<HTMLInputElement>(`#${first}`)?.focus()
      }}
    >
      <p>{words.to(page.insurer_name)}</p>
      <Field id="name" label={words.name} value={entered.name} wrong={wrong.name} complete="name" />
      <Field
        id="number"
        label={words.number}
        hint={words.numberHint}
        value={entered.number}
        wrong={wrong.number}
        complete="off"
      />
      <Field
        id="email"
        label={words.email}
        hint={page.mails_receipt ? words.emailHintMailed : words.emailHint}
        value={entered.email}
        wrong={wrong.email}
        complete="email"
      />
      <div class="actions">
        <button type="submit" id="next" class="primary">
          {words.next}
        </button>
      </div>
    </form>
  )
}

function Field({
  id,
  label,
  hint,
  value,
  wrong,
  complete,
}: {
  readonly id: keyof Entered
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly wrong: string | undefined
  readonly complete: string
}) {
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={id}
        name={id}
        type="text"
        inputMode={id === 'email' ? 'email' : 'text'}
        maxLength={id === 'number' ? 100 : 200}
        defaultValue={value}
        autocomplete={complete}
        required
        aria-invalid={wrong !== undefined}
        {...(described === '' ? {} : { 'aria-describedby': described })}
      />
      {wrong !== undefined && (
        <p class="failure" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  )
}

function Facts({ of }: { readonly of: readonly (readonly [string, string])[] }) {
  return (
    <dl>
      {of.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function faultsOf({ name, number, email }: Entered, words: WithdrawalWords): Partial<Entered> {
  return {
    ...(name === '' && { name: words.needed }),
    ...(number === '' && { number: words.needed }),
    ...(!/^[^\s@]+@[^\s@]+$/.test(email) && { email: words.noAddress }),
  }
}

/** With the time zone, since what counts is the moment. */
function showMoment(text: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long' }).format(
    new Date(text),
  )
}

const main = document.querySelector('main')
if (main !== null) render(<Page />, main)
