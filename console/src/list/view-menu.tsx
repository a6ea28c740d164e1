import { Button, Popover, Switch, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct, useCall } from '../api/use-call.ts'
import { Failed } from '../frame/states.tsx'
import { showToast } from '../frame/toasts.tsx'
import { useWords } from '../words/language.ts'
import { useFilters } from './use-filters.ts'
import { type SavedView, type ViewedList, searchOfView } from './view-lists.ts'
import { viewWords } from './view-words.ts'

/** Would show people to colleagues who read them masked. */
const personalFilters = ['name', 'email']

interface Props {
  readonly list: ViewedList
  /** The filters that hold now. */
  readonly filters: Readonly<Record<string, string | undefined>>
}

/** Keeps the filters and columns of a list under a name, for oneself or for everybody. */
export function ViewMenu({ list, filters }: Props) {
  const words = useWords(viewWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      position="bottom-end"
      trapFocus
      returnFocus
      width={300}
      opened={isOpen}
      onChange={setOpen}
    >
      <Popover.Target>
        <button type="button" className="quiet-button" onClick={() => setOpen(!isOpen)}>
          {words.view}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="view-menu" aria-label={words.view}>
        {isOpen && <Menu list={list} filters={filters} onDone={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Menu({ list, filters, onDone }: Props & { readonly onDone: () => void }) {
  const words = useWords(viewWords)
  const { search } = useFilters()
  const { data: views = [] } = useCall('listViews')
  const opened = views.find(({ id, list: of }) => id === search['view'] && of === list)
  const held = Object.entries(filters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  )
  const isPersonal = held.some(([name]) => personalFilters.includes(name))
  const query = new URLSearchParams(held).toString()
  const columns = search['columns']?.split(',')
  const state = { query, ...(columns === undefined ? {} : { columns }) }
  if (isPersonal) return <p className="quiet">{words.personal}</p>
  return (
    <>
      {opened !== undefined && <Opened view={opened} state={state} onDone={onDone} />}
      <SaveNew list={list} state={state} onDone={onDone} />
    </>
  )
}

interface State {
  readonly query: string
  readonly columns?: string[]
}

function SaveNew({
  list,
  state,
  onDone,
}: {
  readonly list: ViewedList
  readonly state: State
  readonly onDone: () => void
}) {
  const words = useWords(viewWords)
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const save = useAct('saveView', (view) => {
    showToast(words.saved(view.name))
    void navigate({ to: '.', search: searchOfView(view) })
    onDone()
  })
  return (
    <form
      className="review review-form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: { list, name: name.trim(), shared: isShared, ...state } })
      }}
    >
      <TextInput
        label={words.saveNew}
        placeholder={words.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Switch
        label={words.share}
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <div>
        <Button size="xs" type="submit" disabled={name.trim() === ''} loading={save.isPending}>
          {words.save}
        </Button>
      </div>
      {save.error !== null && <Failed error={save.error} />}
    </form>
  )
}

/** The view that the address names: kept as it is now, shared, removed. */
function Opened({
  view,
  state,
  onDone,
}: {
  readonly view: SavedView
  readonly state: State
  readonly onDone: () => void
}) {
  const words = useWords(viewWords)
  const { set } = useFilters()
  const params = { viewId: view.id }
  const change = useAct('changeView', () => {
    showToast(words.saved(view.name))
    onDone()
  })
  const remove = useAct('removeView', () => {
    set({ view: undefined })
    showToast(words.removed(view.name))
    onDone()
  })
  const error = change.error ?? remove.error
  const mayChange = view.allowed.change.allowed
  return (
    <section className="view-opened">
      <h3>{view.name}</h3>
      {!mayChange && <p className="quiet">{words.ofAnother}</p>}
      {mayChange && (
        <div className="view-acts">
          <button
            type="button"
            className="quiet-button"
            onClick={() => change.mutate({ params, body: state })}
          >
            {words.keep}
          </button>
          <button
            type="button"
            className="quiet-button"
            onClick={() => change.mutate({ params, body: { shared: !view.shared } })}
          >
            {view.shared ? words.unshare : words.share}
          </button>
          <button type="button" className="quiet-button" onClick={() => remove.mutate({ params })}>
            {words.remove}
          </button>
        </div>
      )}
      {error !== null && <Failed error={error} />}
    </section>
  )
}
