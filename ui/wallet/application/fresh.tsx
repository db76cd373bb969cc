/** The number of responses that came while the page was open, and a button to show them: nothing moves by itself. */
import { counted } from '../words.ts'
import type { Watched } from './activity.ts'

const TEXTS = {
  show: (many: number) => `${counted(many, 'new response')} – show`,
}

export interface FreshProps {
  readonly watched: Watched
  /** Called when they are shown: the button is gone, and the focus goes on from elsewhere. */
  onShown(): void
}

export const Fresh = ({ watched: { fresh, show }, onShown }: FreshProps) => (
  <div role="status">
    {fresh > 0 && (
      <button type="button" className="wq-button fresh" onClick={() => void show().then(onShown)}>
        {TEXTS.show(fresh)}
      </button>
    )}
  </div>
)
