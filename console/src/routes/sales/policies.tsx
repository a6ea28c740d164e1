import { Button } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { useCommands } from '../../frame/commands.ts'
import { useMay } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { massWords } from '../mass/words.ts'
import { SaleList } from './sale-list.tsx'

const MassSheet = lazy(async () => ({
  default: (await import('../mass/mass-sheet.tsx')).MassSheet,
}))

function Policies() {
  const words = useWords(massWords)
  const mayPrepare = useMay('mass_endorsements.manage')
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useCommands(
    mayPrepare ? [{ id: 'act on all', group: words.policies, title: words.open, run: open }] : [],
  )
  return (
    <SaleList
      call="searchPolicies"
      acts={
        mayPrepare && (
          <Button size="xs" variant="default" onClick={open}>
            {words.open}
          </Button>
        )
      }
    >
      {isOpen && (
        <Suspense fallback={null}>
          <MassSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SaleList>
  )
}

export { Policies as page }
