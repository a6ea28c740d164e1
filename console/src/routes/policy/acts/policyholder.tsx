import { useState } from 'react'
import { useWords } from '../../../words/language.ts'
import { ActSheet } from '../../../act/act-sheet.tsx'
import type { SheetProps } from './sheet-props.ts'
import { LongField, TextField } from '../../../act/fields.tsx'
import { actWords } from './words.ts'

export function PolicyholderSheet({ policy, onClose }: SheetProps) {
  const words = useWords(actWords)
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const isReady = [firstName, lastName, email, reason].every((one) => one.trim() !== '')
  return (
    <ActSheet
      title={words.policyholder}
      id="changePolicyholder"
      verb={words.policyholderVerb(`${firstName} ${lastName}`)}
      effect={words.effects.policyholder}
      request={
        isReady
          ? {
              params: { policyId: policy.id },
              headers: { 'If-Match': `"${policy.version_id}"` },
              body: {
                first_name: firstName.trim(),
                last_name: lastName.trim(),
                email: email.trim(),
                reason: reason.trim(),
              },
            }
          : null
      }
      facts={[
        [words.firstName, firstName],
        [words.lastName, lastName],
        [words.email, email],
        [words.reason, reason],
      ]}
      onClose={onClose}
    >
      <TextField label={words.firstName} value={firstName} onChange={setFirstName} />
      <TextField label={words.lastName} value={lastName} onChange={setLastName} />
      <TextField label={words.email} value={email} onChange={setEmail} />
      <LongField label={words.reason} value={reason} onChange={setReason} />
    </ActSheet>
  )
}
