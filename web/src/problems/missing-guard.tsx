import { Component, type ReactNode } from 'react'
import { MissingFile } from './missing-file.ts'

type Props = { onMissing: () => void; children: ReactNode }

/** Says when the file of a part does not come. The page around the part stays. */
export class MissingGuard extends Component<Props, { isMissing: boolean }> {
  override state = { isMissing: false }

  static getDerivedStateFromError(error: unknown): { isMissing: boolean } {
    // Anything else is for the page.
    if (!(error instanceof MissingFile)) throw error
    return { isMissing: true }
  }

  override componentDidCatch(): void {
    this.props.onMissing()
  }

  override render(): ReactNode {
    return this.state.isMissing ? null : this.props.children
  }
}
