import type { Field, Section } from '../form/field.ts'
import type { FieldProps } from '../sale/sale.ts'
import { Heading } from './heading.tsx'
import { FieldView } from './field.tsx'
import { isShort } from './is-short.ts'

/** A group of questions under one title. */
export function SectionView({
  section,
  ...props
}: Omit<FieldProps, 'field'> & { readonly section: Section }) {
  const { state, opened } = props
  const asked = section.fields.filter((field) =>
    opened.checks.isAsked(field, state.answers, opened.plan.key),
  )
  if (asked.length === 0) return null
  const spans = spansOf(asked)
  return (
    <section class="card" part="card">
      {section.title !== '' && (
        <Heading of="card" part="section-title">
          {section.title}
        </Heading>
      )}
      <div class="fields">
        {asked.map((field, index) => (
          <FieldView key={field.id} {...props} field={field} span={spans[index] ?? 6} />
        ))}
      </div>
    </section>
  )
}

const whole = 6
const half = 3
const large = 4
const small = 2

/** Puts related fields on one line: a street and its number, a postcode and its town. */
export function spansOf(fields: readonly Field[]): number[] {
  const spans = fields.map(spanOf)
  for (const [index, span] of spans.entries()) {
    if (span !== small) continue
    if (spans[index - 1] === half && !isSmall(fields[index - 2])) spans[index - 1] = large
    else if (spans[index + 1] === half) spans[index + 1] = large
  }
  return spans
}

function spanOf(field: Field): number {
  if (isSmall(field)) return small
  return isHalf(field) ? half : whole
}

function isSmall(field: Field | undefined): boolean {
  if (field === undefined || field.control !== 'text') return false
  const { validation } = field.question
  const [, longest] = /(?:^|\|)max:(\d+)/.exec(validation) ?? []
  return (longest !== undefined && Number(longest) <= 12) || /postal_code/.test(validation)
}

function isHalf(field: Field): boolean {
  if (field.control === 'choice') return !isShort(field)
  return ['text', 'number', 'money', 'percent', 'phone', 'date'].includes(field.control)
}
