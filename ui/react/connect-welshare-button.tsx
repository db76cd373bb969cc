/** A button that opens the wallet, and says whether a profile is connected. */
'use client'
import type { ComponentProps, ReactElement } from 'react'
import type { Welshare } from './use-welshare.ts'
import { WelshareLogo } from './welshare-logo.tsx'

export interface ConnectWelshareButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'type'> {
  /** What `openWallet` of the hook is. */
  openWallet: Welshare['openWallet']
  readonly isConnected?: boolean
  readonly isDialogOpen?: boolean
}

/** Put the words of your own language inside of it. */
export function ConnectWelshareButton(props: ConnectWelshareButtonProps): ReactElement {
  const { openWallet, isConnected = false, isDialogOpen = false, children, ...button } = props
  return (
    <button
      aria-haspopup="dialog"
      aria-expanded={isDialogOpen}
      {...button}
      type="button"
      // What fails is told to `onError` of the hook.
      onClick={() => void openWallet()}
    >
      <WelshareLogo size={20} /> {children ?? (isConnected ? 'Profile connected' : 'Connect your profile')}
    </button>
  )
}
