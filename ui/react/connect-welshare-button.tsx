/** A button that opens the wallet and shows if a profile is connected. */
'use client'
import type { ComponentProps, ReactElement } from 'react'
import type { Welshare } from './use-welshare.ts'
import { WelshareLogo } from './welshare-logo.tsx'

export interface ConnectWelshareButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'type'> {
  /** `openWallet` of the hook. */
  openWallet: Welshare['openWallet']
  readonly isConnected?: boolean
  readonly isDialogOpen?: boolean
}

/** Renders its children as the label, for other languages. */
export function ConnectWelshareButton(props: ConnectWelshareButtonProps): ReactElement {
  const { openWallet, isConnected = false, isDialogOpen = false, children, ...button } = props
  return (
    <button
      aria-haspopup="dialog"
      aria-expanded={isDialogOpen}
      {...button}
      type="button"
      // Failures are reported to `onError` of the hook.
      onClick={() => void openWallet()}
    >
      <WelshareLogo size={20} /> {children ?? (isConnected ? 'Profile connected' : 'Connect your profile')}
    </button>
  )
}
