/** A problem that the operator has to fix: the message is shown as it is. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OperatorError'
  }
}
