import { NativeSelect, TextInput, Textarea } from '@mantine/core'

interface Common {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly description?: string
  readonly error?: string | undefined
  readonly isOptional?: boolean
  /** Has the focus when its sheet opens. */
  readonly isFirst?: boolean
}

export function TextField({ onChange, isOptional = false, isFirst = false, ...rest }: Common) {
  return (
    <TextInput
      {...rest}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      required={!isOptional}
      withAsterisk={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function LongField({ onChange, isOptional = false, ...rest }: Omit<Common, 'isFirst'>) {
  return (
    <Textarea
      {...rest}
      required={!isOptional}
      withAsterisk={false}
      rows={3}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function DayField({
  onChange,
  isOptional = false,
  min,
  max,
  ...rest
}: Omit<Common, 'isFirst'> & { readonly min?: string; readonly max?: string }) {
  return (
    <TextInput
      {...rest}
      type="date"
      required={!isOptional}
      withAsterisk={false}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function ChoiceField({
  onChange,
  choices,
  ...rest
}: Omit<Common, 'isOptional' | 'isFirst'> & {
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}) {
  return (
    <NativeSelect
      {...rest}
      data={[...choices]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
