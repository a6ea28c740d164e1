import { sayIn } from '../form/build-field.ts'
import type { Answers, Field } from '../form/field.ts'
import { showDay } from '../form/dates.ts'
import { showMoney } from '../form/numbers.ts'
import { isDay } from '../form/read-answer.ts'
import { debitId } from '../pay/ways.tsx'
import { type Opened, type Step, type StepProps, knockoutId } from '../sale/sale.ts'
import { Contact } from './brand.tsx'
import { coverText } from './cover.tsx'
import { DocumentList, type DocumentLink, DocumentLinks } from './documents.tsx'
import { Heading } from './heading.tsx'
import { Plans } from './plans.tsx'
import { FieldView } from './field.tsx'
import { Icon } from './icons.tsx'
import { Amount, CoverLine, Outputs, ValidUntil, priceInWords } from './price.tsx'
import { SectionView } from './section.tsx'

export function Questions(props: StepProps) {
  const { opened, state } = props
  return (
    <>
      <Items {...props} />
      {opened.quoteSections.map((section) => (
        <SectionView key={section.title} {...props} section={section} />
      ))}
      {state.pricing === 'knockout' && <Knockout opened={opened} />}
    </>
  )
}

function Items({ sale, opened, state }: StepProps) {
  const { form, item, words, locale } = opened
  if (form.items.length < 2) return null
  return (
    <fieldset class="card bare" part="card">
      <legend>
        <Heading of="card">{words.whatToInsure}</Heading>
      </legend>
      <div class="choices wide">
        {form.items.map((one) => (
          <label key={one.id} class="choice" part="choice">
            <input
              type="radio"
              name="item"
              value={one.id}
              checked={one.id === item.id}
              disabled={state.isBusy}
              onChange={() => void sale.choose({ itemId: one.id })}
            />
            <span>{sayIn(one.names, locale.language) || one.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Knockout({ opened }: Pick<StepProps, 'opened'>) {
  const { words } = opened
  return (
    <div class="card kind knockout" id={knockoutId} role="status" tabIndex={-1}>
      <Heading of="card">{words.knockoutTitle}</Heading>
      <p>{words.knockout}</p>
      <Contact opened={opened} />
    </div>
  )
}

export function PriceStep(props: StepProps) {
  const { state, opened } = props
  return (
    <>
      <Plans {...props} />
      {state.pricing === 'knockout' && <Knockout opened={opened} />}
      <section class="card price-card" part="card price">
        <Amount state={state} opened={opened} />
        <CoverLine state={state} opened={opened} />
        <Outputs state={state} opened={opened} />
        <ValidUntil state={state} opened={opened} />
      </section>
    </>
  )
}

export function Person(props: StepProps) {
  return (
    <>
      {props.opened.policySections.map((section) => (
        <SectionView key={section.title} {...props} section={section} />
      ))}
    </>
  )
}

export function Review(props: StepProps) {
  const { sale, state, opened } = props
  const { words, quoteSections, policySections, consents } = opened
  const links = documentsAhead(props)
  const asked = (field: Field) => opened.checks.isAsked(field, state.answers, opened.plan.key)
  const groups = [
    { step: 'questions', sections: quoteSections },
    { step: 'person', sections: policySections },
  ] as const satisfies readonly { step: Step; sections: unknown }[]
  return (
    <>
      {groups.map(({ step, sections }) =>
        sections.map((section, index) => (
          <section key={step + section.title} class="card summary" part="card">
            <header>
              <Heading of="card">
                {section.title || (step === 'person' ? words.stepPerson : words.stepQuestions)}
              </Heading>
              {index === 0 && (
                <button type="button" class="link" part="link" onClick={() => void sale.back(step)}>
                  {words.change}
                  <span class="hidden"> {section.title}</span>
                </button>
              )}
            </header>
            <dl>
              {section.fields
                .filter(asked)
                .flatMap((field) => toRead(field, state.answers, opened))
                .filter(({ field }) => asked(field))
                .map(({ label, field }) => (
                  <div key={field.id}>
                    <dt>{label}</dt>
                    <dd>{answerText(field, state.answers, opened)}</dd>
                  </div>
                ))}
            </dl>
          </section>
        )),
      )}
      {state.priced !== null && (
        <section class="card summary" part="card">
          <header>
            <Heading of="card">{words.coverTitle}</Heading>
            <button type="button" class="link" part="link" onClick={() => void sale.back('price')}>
              {words.change}
              <span class="hidden"> {words.coverTitle}</span>
            </button>
          </header>
          <dl>
            <div>
              <dt>{words.coverDays}</dt>
              <dd>{coverText(state.priced.quote.cover, opened)}</dd>
            </div>
            <div>
              <dt>{words.yourPrice}</dt>
              <dd>{priceInWords(state.priced.quote, opened)}</dd>
            </div>
          </dl>
        </section>
      )}
      {consents.length + links.length > 0 && (
        <section class="card" part="card">
          <Heading of="card">{words.consents}</Heading>
          {links.length > 0 && <p class="help">{words.readFirst}</p>}
          <DocumentLinks links={links} words={words} />
          <div class="fields">
            {consents.map((field) => (
              <FieldView key={field.id} {...props} field={field} span={6} />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

/** The documents before an offer: terms and others that are the same for every customer. */
function documentsAhead({ sale, opened: { form, locale, words } }: StepProps): DocumentLink[] {
  const say = (texts: Readonly<Record<string, string>>) => sayIn(texts, locale.language)
  const terms = form.checkout.links.filter(({ name }) => name === 'terms')
  return [
    ...form.documents.map(({ names, hrefs }) => ({
      name: say(names),
      href: sale.fileAt(say(hrefs)),
    })),
    ...terms.map(({ href }) => ({ name: words.links.terms, href: say(href), isPage: true })),
  ]
}

/** Lists are read over row by row; one without rows has no answer. */
function toRead(field: Field, answers: Answers, { lists, locale }: Opened) {
  const rows = field.list === undefined ? [] : lists?.answersIn(field, answers, locale.language)
  return rows === undefined || rows.length === 0 ? [{ label: field.label, field }] : rows
}

function answerText(field: Field, answers: Answers, opened: Opened): string {
  const { words, locale, form } = opened
  const answer = answers[field.id]
  if (answer?.value === undefined) return words.noAnswer
  const { value, text } = answer
  if (isDay(value)) return showDay(value, locale.tag)
  if (field.control === 'money' && typeof value === 'number') {
    return showMoney(value, locale.tag, form.currency, { isShort: true })
  }
  if (Array.isArray(value)) {
    const labels = field.choices.filter((one) => value.includes(one.value))
    return new Intl.ListFormat(locale.tag).format(labels.map(({ label }) => label))
  }
  const choice = field.choices.find((one) => one.text === text)
  if (choice !== undefined) return choice.label
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return field.unit === '' ? text : `${text} ${field.unit}`
}

export function Done({ sale, state, opened }: StepProps) {
  const { words } = opened
  const { made } = state
  if (made === null) return null
  return (
    <>
      <section class="card done" part="card done">
        <span class="seal">
          <Icon name="check" />
        </span>
        <p class="eyebrow">{words.doneNumber}</p>
        <p class="number" part="policy-number">
          {made.offer.insurer_policy_id}
        </p>
        {made.cover !== null && <p class="cover">{coverText(made.cover, opened)}</p>}
        {state.way === debitId && <p>{words.doneDebit}</p>}
        <p class="help">{words.doneMail}</p>
      </section>
      <DocumentList state={state} opened={opened} intro="" />
      <p class="after">
        <button type="button" class="link" part="link" onClick={() => void sale.again()}>
          {words.another}
        </button>
      </p>
    </>
  )
}
