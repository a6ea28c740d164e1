import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { wordsNow } from '../words/language.ts'
import { frameWords } from './words.ts'

/** A part that breaks leaves the rest of the page standing. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly error: Error | null }
> {
  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  constructor(props: { readonly children: ReactNode }) {
    super(props)
    this.state = { error: null }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    const words = wordsNow(frameWords)
    return (
      <div className="state state-failed" role="alert">
        <h2>{words.broken}</h2>
        <p>{words.brokenHint}</p>
        <pre className="quiet">{error.message}</pre>
        <Button variant="default" onClick={() => this.setState({ error: null })}>
          {words.again}
        </Button>
      </div>
    )
  }
}
