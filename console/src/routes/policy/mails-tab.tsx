import type { Policy } from '@bindery/sdk'
import { useWords } from '../../words/language.ts'
import { MailList } from '../mails/mails.tsx'
import { policyWords } from './words.ts'

/** What the customer was sent about the policy. */
export function MailsTab({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  return <MailList title={words.tabs.mails} fixed={{ policy_id: policy.id }} />
}
