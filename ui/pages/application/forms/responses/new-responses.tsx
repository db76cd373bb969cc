/** The number of responses that came while the page was open, and a button to show them: nothing moves by itself. */
import { words } from '../../../shell/language/page-texts.ts'
import type { Watched } from '../../overview/response-activity.ts'

export interface FreshProps {
  readonly watched: Watched
  /** Called when they are shown: the button is gone, and the focus goes on from elsewhere. */
  onShown(): void
}

export const Fresh = ({ watched: { fresh, show }, onShown }: FreshProps) => (
  <div role="status">
    {fresh > 0 && (
      <button
        type="button"
        className="wq-button fresh"
        onClick={() => void show().then(isShown => isShown && onShown())}
      >
        {words.showFresh({ many: fresh })}
      </button>
    )}
  </div>
)
