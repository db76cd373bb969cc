/** The texts of each part of the pages, generated from ui/wallet/languages by fhir/generate: do not edit. */

export interface Common {
  readonly moment: string
  readonly language: string
  readonly more: string
  readonly back: string
  readonly decline: string
  readonly signing: string
  readonly technical: string
  readonly service: string
  readonly serviceSays: (v: { readonly detail: string }) => string
}

export interface Keys {
  readonly whoAsks: string
  readonly listsAccess: string
  readonly bringTitle: string
  readonly wallet: string
  readonly bringWallet: string
  readonly recoveryFile: string
  readonly anotherBrowser: string
  readonly bringBrowser: string
  readonly thisBrowser: string
  readonly newHere: string
  readonly aboutBrowser: (v: { readonly state: string }) => string
  readonly newLocked: string
  readonly newLockedAbout: string
  readonly makeNewTitle: string
  readonly makeNewAbout: string
  readonly makeNew: string
  readonly openEmptyTitle: string
  readonly openEmptyAbout: string
  readonly openEmpty: string
  readonly haveProfile: string
  readonly usedBefore: string
  readonly usedHere: string
  readonly lastOn: (v: { readonly date: string }) => string
  readonly endingIn: (v: { readonly end: string }) => string
  readonly noAccount: string
  readonly notSigned: string
  readonly noWalletHere: string
  readonly keyGone: string
  readonly keyUnreadable: string
}

export interface Prompts {
  readonly sealTitle: string
  readonly sealReason: (v: { readonly why: string }) => string
  readonly passphraseShort: (v: { readonly least: number }) => string
  readonly passphrasesDiffer: string
  readonly passkey: string
  readonly passkeyAbout: string
  readonly passphrase: string
  readonly passphraseAgain: string
  readonly usePassphrase: string
  readonly usePassphraseAbout: string
  readonly openTitle: string
  readonly usePasskey: string
  readonly yourPassphrase: string
  readonly open: string
  readonly orRecovery: string
  readonly lostAll: string
  readonly recoveryTitle: string
  readonly recoveryAbout: string
  readonly saveRecovery: string
  readonly goOn: string
  readonly giveUpTitle: string
  readonly giveUpAbout: (v: { readonly loss: string }) => string
  readonly giveUpSure: string
  readonly startNew: string
}

export interface Frame {
  readonly walletTitle: string
  readonly unknownPage: string
  readonly unknownPageAbout: (v: { readonly name: string }) => string
  readonly verifiedSite: (v: { readonly name: string }) => string
  readonly email: string
  readonly twitter: string
  readonly shareTitle: (v: { readonly kind: string; readonly name: string }) => string
  readonly saveTitle: (v: { readonly kind: string }) => string
  readonly whatTheyGet: string
  readonly whatIsSaved: string
  readonly theFile: (v: { readonly file: string }) => string
  readonly yourAnswers: (v: { readonly many: number }) => string
  readonly yourAnswersTo: (v: { readonly many: number; readonly form: string }) => string
  readonly aRecord: (v: { readonly resource: string }) => string
  readonly untitled: string
  readonly fileSize: (v: { readonly size: string }) => string
  readonly fileFor: (v: { readonly size: string; readonly form: string }) => string
  readonly nothingElse: string
  readonly whoSees: (v: { readonly kind: string }) => string
  readonly seenByApplication: (v: { readonly name: string }) => string
  readonly seenByService: string
  readonly seenByPublisher: string
  readonly readersToo: string
  readonly asksDetails: (v: { readonly name: string }) => string
  readonly orEmpty: string
  readonly look: (v: { readonly kind: string }) => string
  readonly whereTitle: string
  readonly where: (v: { readonly kind: string }) => string
  readonly fileSealed: string
  readonly readersKeep: string
  readonly page: string
  readonly pageAbout: (v: { readonly origin: string }) => string
  readonly yourProfile: string
  readonly publisher: string
  readonly doNotAsk: string
  readonly moreToDecide: (v: { readonly many: number }) => string
  readonly consentGiven: (v: { readonly kind: string; readonly name: string; readonly uses: string }) => string
  readonly share: (v: { readonly kind: string; readonly many: number }) => string
  readonly save: (v: { readonly kind: string; readonly many: number }) => string
  readonly dontShare: string
  readonly dontSave: string
  readonly done: string
  readonly cannotOpen: string
  readonly nothingLearned: string
  readonly forApplications: string
  readonly notItsPage: (v: { readonly name: string; readonly origin: string }) => string
  readonly openedByOther: (v: { readonly origin: string; readonly name: string }) => string
  readonly noticeTitle: (v: { readonly title: string }) => string
  readonly saved: string
  readonly savedAbout: (v: { readonly kind: string }) => string
  readonly shared: string
  readonly sharedAbout: (v: { readonly kind: string; readonly name: string }) => string
  readonly sharedFile: (v: { readonly name: string }) => string
  readonly fileKept: string
  readonly fileKeptAbout: string
  readonly consentKept: (v: { readonly kind: string }) => string
  readonly consentKeptAbout: string
  readonly uncertain: (v: { readonly kind: string }) => string
  readonly uncertainAbout: (v: { readonly kind: string }) => string
  readonly nothingStored: string
  readonly invalid: (v: { readonly kind: string; readonly name: string }) => string
  readonly refused: (v: { readonly kind: string; readonly reason: string }) => string
  readonly refusedNext: (v: { readonly name: string }) => string
  readonly seeReaders: (v: { readonly kind: string }) => string
  readonly stopSharing: string
  readonly underSharing: string
  readonly lookInProfile: string
  readonly listsStored: string
  readonly backTo: (v: { readonly name: string }) => string
  readonly useAnother: string
  readonly waitingWindow: string
  readonly windowBlocked: string
  readonly connectTitle: (v: { readonly name: string }) => string
  readonly decideInWindow: string
  readonly chooseInWindow: string
  readonly openWallet: string
  readonly storing: string
  readonly upload: string
  readonly keepOpen: string
  readonly connected: string
  readonly connectedAbout: (v: { readonly name: string }) => string
  readonly learns: string
  readonly learnsIdentifier: string
  readonly learnsNothingElse: string
  readonly canDo: string
  readonly canAsk: string
  readonly youDecide: string
  readonly connectWith: string
}

export interface Consent {
  readonly letRead: (v: { readonly name: string }) => string
  readonly letProgramRead: string
  readonly choseName: (v: { readonly to: string }) => string
  readonly whatRead: string
  readonly readsObservations: string
  readonly readsAnswers: string
  readonly changesNothing: string
  readonly howLong: string
  readonly until: (v: { readonly date: string }) => string
  readonly endBefore: (v: { readonly page: string }) => string
  readonly profilePage: string
  readonly onDevice: string
  readonly allowWith: string
  readonly declining: string
  readonly answeredForms: (v: { readonly many: number }) => string
  readonly measurementsHeld: (v: { readonly many: number }) => string
  readonly filesHeld: (v: { readonly many: number }) => string
  readonly nothingInIt: string
  readonly contentsUnread: string
  readonly noProfileHere: string
  readonly profileEmpty: string
  readonly bringItsKey: string
  readonly connectEmptyTitle: string
  readonly chooseAnother: string
  readonly makeNewHere: string
  readonly connectEmpty: string
  readonly elsewhere: string
  readonly elsewhereAbout: string
  readonly ended: string
  readonly endedRefused: string
  readonly endedUnreachable: string
  readonly nothingAllowed: string
  readonly loadAgain: string
  readonly seeWhoReads: string
}

export interface Errors {
  readonly errors: Readonly<Record<string, string>>
}
