/** The texts of each part of the pages, generated from ui/languages by fhir/generate: do not edit. */

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
  readonly loadingForm: string
  readonly partUnloaded: string
  readonly tryAgain: string
  readonly uploadStopped: (v: { readonly file: string }) => string
  readonly continueUpload: string
  readonly giveUpUpload: string
  readonly yes: string
  readonly no: string
  readonly aFile: string
  readonly languageAbout: string
  readonly privacyNotice: string
  readonly termsOfUse: string
  readonly legalNotice: string
  readonly help: string
}

export interface Keys {
  readonly whoAsks: string
  readonly listsAccess: string
  readonly bringTitle: string
  readonly passkeyOfProfile: string
  readonly bringPasskey: string
  readonly passkeyOpensNone: string
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
  readonly chooseRecovery: string
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

export interface Profile {
  readonly healthProfile: string
  readonly onNodes: string
  readonly noProfileYet: string
  readonly openWith: string
  readonly opening: string
  readonly readingRecords: (v: { readonly many: number }) => string
  readonly someShown: (v: { readonly many: number; readonly shown: number }) => string
  readonly unreadable: (v: { readonly many: number }) => string
  readonly cancel: string
  readonly withoutDate: string
  readonly aForm: string
  readonly windowTitle: (v: { readonly view: string; readonly page: string }) => string
  readonly yourData: string
  readonly yourHealth: string
  readonly overview: string
  readonly overviewShort: string
  readonly measurementsTitle: string
  readonly measurementsShort: string
  readonly answersTitle: string
  readonly documents: string
  readonly timeline: string
  readonly sharing: string
  readonly sharingShort: string
  readonly activity: string
  readonly settings: string
  readonly itIs: (v: { readonly day: string }) => string
  readonly nothingYet: string
  readonly youHave: (v: { readonly many: number }) => string
  readonly trends: string
  readonly allMeasurements: string
  readonly noMeasurements: string
  readonly everything: string
  readonly answeredLast: string
  readonly allAnswers: string
  readonly noAnswers: string
  readonly allDocuments: string
  readonly whoCanRead: string
  readonly change: string
  readonly onlyYou: string
  readonly youAndOthers: (v: { readonly many: number }) => string
  readonly readsRecords: (v: { readonly many: number }) => string
  readonly thisService: string
  readonly unknownReader: string
  readonly applicationReads: string
  readonly assistantSeen: (v: { readonly date: string }) => string
  readonly latestChange: (v: { readonly direction: string; readonly amount: string; readonly date: string }) => string
  readonly oneValue: string
  readonly before: (v: { readonly value: string; readonly date: string }) => string
  readonly all: string
  readonly value: string
  readonly you: string
  readonly didSomething: (v: { readonly name: string; readonly action: string }) => string
  readonly didWithRecords: (v: { readonly many: number; readonly name: string; readonly action: string }) => string
  readonly didOther: (v: { readonly action: string }) => string
  readonly trailAbout: string
  readonly nobodyRead: string
  readonly showOlder: string
  readonly timelineAbout: string
  readonly answered: (v: { readonly name: string }) => string
  readonly added: (v: { readonly name: string }) => string
  readonly nothingStoredYet: string
  readonly isStored: (v: { readonly file: string }) => string
  readonly isDeleted: (v: { readonly file: string }) => string
  readonly delete: string
  readonly sharingAbout: string
  readonly signingDecision: string
  readonly applicationsMay: string
  readonly switchedOff: string
  readonly shareWith: (v: { readonly name: string }) => string
  readonly mayAgain: (v: { readonly name: string }) => string
  readonly readsNothing: (v: { readonly name: string }) => string
  readonly inEffect: string
  readonly decideMore: string
  readonly useBoth: string
  readonly useRecords: string
  readonly useStatistics: string
  readonly useNothing: string
  readonly answersTo: string
  readonly allForms: string
  readonly itMay: string
  readonly untilEnd: string
  readonly untilEmpty: string
  readonly signDecision: string
  readonly mayBecauseStored: (v: { readonly name: string }) => string
  readonly mayUse: (v: { readonly uses: string; readonly name: string; readonly about: string; readonly subject: string; readonly period: string; readonly from: string; readonly until: string }) => string
  readonly connectedAssistants: string
  readonly noAssistant: string
  readonly assistantAbout: (v: { readonly date: string }) => string
  readonly assistantGone: (v: { readonly date: string }) => string
  readonly letAssistant: (v: { readonly name: string }) => string
  readonly assistantMay: (v: { readonly name: string }) => string
  readonly disconnectAll: string
  readonly disconnectAbout: string
  readonly yesDisconnect: string
  readonly disconnecting: string
  readonly allDisconnected: string
  readonly youAlways: string
  readonly nobodyElse: string
  readonly canReadSome: (v: { readonly many: number; readonly all: number }) => string
  readonly canReadService: (v: { readonly many: number; readonly all: number }) => string
  readonly updatingNodes: string
  readonly sharingStopped: string
  readonly serviceReadsAgain: string
  readonly stopService: string
  readonly stopReader: string
  readonly stopServiceAbout: string
  readonly stopReaderAbout: string
  readonly yesStop: string
  readonly hiddenFrom: (v: { readonly many: number }) => string
  readonly letService: string
  readonly letServiceAbout: string
  readonly yesLet: string
  readonly name: string
  readonly noPicture: string
  readonly saving: string
  readonly nameUnread: string
  readonly saveRecoveryTitle: string
  readonly saveRecoveryAbout: string
  readonly giveName: string
  readonly recovery: string
  readonly notSaved: string
  readonly lastSaved: (v: { readonly date: string }) => string
  readonly recoveryOpens: string
  readonly passkeyOpens: string
  readonly makePasskey: string
  readonly noKnownWallet: string
  readonly walletOpens: (v: { readonly lock: string; readonly name: string }) => string
  readonly saveFile: string
  readonly recoverySaved: string
  readonly asOfAway: (v: { readonly date: string }) => string
  readonly uploadUnsent: (v: { readonly file: string }) => string
  readonly noCopyYet: string
  readonly proposes: string
  readonly proposesToStore: (v: { readonly name: string }) => string
  readonly unnamedProgram: string
  readonly formOf: (v: { readonly name: string }) => string
  readonly beforeYouSign: (v: { readonly from: string; readonly until: string }) => string
  readonly signAndStore: string
  readonly notStored: string
  readonly storedInProfile: string
  readonly declined: string
  readonly decliningProposal: string
  readonly date: string
  readonly dateHint: string
  readonly fileKind: (v: { readonly kind: string }) => string
  readonly documentKind: (v: { readonly kind: string }) => string
  readonly ofMost: (v: { readonly most: string }) => string
  readonly since: (v: { readonly date: string }) => string
  readonly lastRead: (v: { readonly date: string }) => string
  readonly shownKinds: string
  readonly noneOfKind: string
  readonly untitledQuestion: string
  readonly answersSince: (v: { readonly date: string }) => string
}

export interface Measurement {
  readonly period: string
  readonly year: string
  readonly someMonths: (v: { readonly many: number }) => string
  readonly month: string
  readonly noValues: string
  readonly valuesOf: (v: { readonly name: string }) => string
  readonly when: string
  readonly valueIn: (v: { readonly unit: string }) => string
  readonly noDoctor: string
  readonly latest: string
  readonly average: string
  readonly lowest: string
  readonly highest: string
  readonly averageOf: (v: { readonly many: number }) => string
  readonly chartSays: (v: { readonly name: string; readonly ranges: string; readonly many: number; readonly value: string; readonly date: string }) => string
  readonly range: (v: { readonly least: string; readonly most: string }) => string
  readonly rangeOf: (v: { readonly part: string; readonly least: string; readonly most: string }) => string
  readonly unit: string
  readonly whereFrom: string
  readonly checked: string
  readonly asSubmitted: string
  readonly notConfirmed: string
  readonly submittedTitle: string
  readonly submittedAbout: string
  readonly inRange: string
  readonly manyOf: (v: { readonly many: number; readonly all: number }) => string
  readonly asRecorded: string
  readonly rangeSays: (v: { readonly ends: string; readonly low: string; readonly high: string }) => string
  readonly referenceRange: (v: { readonly has: string; readonly part: string; readonly range: string; readonly unit: string }) => string
}

export interface Settings {
  readonly nameOfProfile: string
  readonly nameAbout: string
  readonly colour: string
  readonly colourName: (v: { readonly colour: string }) => string
  readonly saveName: string
  readonly picture: string
  readonly choosePicture: string
  readonly noName: string
  readonly isCalled: (v: { readonly name: string }) => string
  readonly downloadAll: string
  readonly downloadAllAbout: string
  readonly preparing: string
  readonly archiveSaved: string
  readonly deleteAll: string
  readonly deleteAllAbout: string
  readonly deleteWord: string
  readonly typeDelete: (v: { readonly word: string }) => string
  readonly typeHint: (v: { readonly word: string }) => string
  readonly deletingAll: string
  readonly allDeleted: string
  readonly deletionWaits: string
  readonly deletionRuns: string
  readonly receipt: string
  readonly receiptAbout: (v: { readonly files: number; readonly uploads: number; readonly date: string }) => string
  readonly nodeEmptied: (v: { readonly many: number; readonly date: string }) => string
  readonly kept: string
  readonly saveReceipt: string
  readonly profilesHere: string
  readonly removeHere: (v: { readonly name: string }) => string
  readonly removeUnsaved: string
  readonly removeSaved: string
  readonly yesRemove: string
  readonly openAnother: string
  readonly copyAbout: string
  readonly keepCopy: string
  readonly copyGone: string
  readonly thisProfile: string
  readonly anotherProfile: (v: { readonly end: string }) => string
  readonly openNow: string
  readonly lastUsed: (v: { readonly date: string }) => string
  readonly allowedAlways: string
  readonly asksAlways: string
  readonly recognizes: (v: { readonly date: string }) => string
  readonly storesForm: (v: { readonly date: string }) => string
  readonly askAgain: (v: { readonly name: string }) => string
  readonly technicalDetails: string
  readonly identifier: string
  readonly storageNodes: string
  readonly copyIdentifier: string
  readonly copying: string
  readonly copied: string
  readonly cannotCopy: string
}

export interface Actions {
  readonly actions: Readonly<Record<string, string>>
}

export interface Measurements {
  readonly measurements: Readonly<Record<string, string>>
}

export interface Bands {
  readonly bands: Readonly<Record<string, string>>
}

export interface Questionnaire {
  readonly tryForm: string
  readonly formUnshown: string
  readonly questionnaireTitle: string
  readonly valid: string
  readonly validAbout: string
  readonly wouldRefuse: string
}

export interface Application {
  readonly applications: string
  readonly allApplications: string
  readonly thisApplication: string
  readonly overview: string
  readonly forms: string
  readonly backends: string
  readonly settings: string
  readonly keyElsewhere: string
  readonly signTwice: string
  readonly openWithWallet: string
  readonly signToList: string
  readonly controls: (v: { readonly many: number }) => string
  readonly applicationsAbout: string
  readonly yourApplications: string
  readonly noApplications: string
  readonly findApplications: string
  readonly registerApplication: string
  readonly registerAbout: string
  readonly waitingWallet: string
  readonly register: string
  readonly connectFirst: string
  readonly walletIs: (v: { readonly address: string }) => string
  readonly anotherWallet: string
  readonly connectWallet: string
  readonly connecting: string
  readonly otherKey: (v: { readonly id: string }) => string
  readonly noKeyFollows: string
  readonly applicationId: string
  readonly applicationIdAbout: string
  readonly name: string
  readonly nameSeen: string
  readonly callbackUrl: (v: { readonly at: number }) => string
  readonly callbackAbout: string
  readonly removeCallback: (v: { readonly at: number }) => string
  readonly remove: string
  readonly addCallback: string
  readonly errorIs: (v: { readonly error: string }) => string
  readonly idRule: string
  readonly nameRule: (v: { readonly most: number }) => string
  readonly urlRule: string
  readonly listedTwice: string
  readonly idTaken: string
  readonly allForms: string
  readonly runsAt: string
  readonly change: string
  readonly noAddress: string
  readonly whoCanRead: string
  readonly onlyApplication: string
  readonly applicationAnd: (v: { readonly many: number }) => string
  readonly noForms: string
  readonly untitledForm: string
  readonly formVersion: (v: { readonly version: string }) => string
  readonly formChanged: (v: { readonly date: string }) => string
  readonly formStatus: (v: { readonly status: string }) => string
  readonly newForm: string
  readonly aForm: string
  readonly thisForm: string
  readonly results: string
  readonly responses: string
  readonly questions: string
  readonly tabShare: string
  readonly definition: string
  readonly changeQuestions: string
  readonly definitionAbout: (v: { readonly publisher: string; readonly id: string }) => string
  readonly questionnaireText: string
  readonly pasteHere: string
  readonly preview: string
  readonly publish: string
  readonly publishRevision: string
  readonly publishing: string
  readonly pasteFirst: string
  readonly manyErrors: (v: { readonly many: number }) => string
  readonly fixFirst: (v: { readonly errors: string }) => string
  readonly notPublishedJson: string
  readonly revisionPublished: string
  readonly whatWasFound: string
  readonly lineColumn: (v: { readonly line: number; readonly column: number }) => string
  readonly findingKind: (v: { readonly severity: string }) => string
  readonly ready: string
  readonly errorsFound: (v: { readonly errors: string }) => string
  readonly hintsFound: (v: { readonly many: number }) => string
  readonly keyTwice: (v: { readonly key: string }) => string
  readonly notJson: (v: { readonly message: string }) => string
  readonly unchecked: (v: { readonly message: string }) => string
  readonly previewAbout: string
  readonly wouldSubmit: string
  readonly closePreview: string
  readonly shareForm: string
  readonly tryIt: string
  readonly copyPart: (v: { readonly part: string }) => string
  readonly partCopied: (v: { readonly part: string }) => string
  readonly selectInstead: string
  readonly code: string
  readonly codeLanguage: string
  readonly windowMessages: string
  readonly reactDoes: string
  readonly messagesDo: string
  readonly sdkDoes: string
  readonly curlDoes: string
  readonly pythonDoes: string
  readonly responsesAbout: string
  readonly submittedFrom: string
  readonly submittedUntil: string
  readonly showResponses: string
  readonly countResponses: string
  readonly downloadCsv: string
  readonly downloadNdjson: string
  readonly stop: string
  readonly stopped: string
  readonly readingResponses: string
  readonly manyResponses: (v: { readonly many: number }) => string
  readonly responsesSoFar: (v: { readonly responses: string }) => string
  readonly responsesRead: (v: { readonly responses: string }) => string
  readonly onlyFirst: (v: { readonly responses: string }) => string
  readonly withheldChanged: (v: { readonly responses: string }) => string
  readonly fileSaved: (v: { readonly what: string }) => string
  readonly rowEach: string
  readonly question: string
  readonly questionUntitled: string
  readonly onlyWith: string
  readonly someOf: (v: { readonly found: number; readonly responses: string }) => string
  readonly submitted: string
  readonly person: string
  readonly answer: string
  readonly openResponse: (v: { readonly date: string; readonly person: string }) => string
  readonly noAnswer: string
  readonly showMore: (v: { readonly many: number }) => string
  readonly responseOf: (v: { readonly date: string }) => string
  readonly personIs: (v: { readonly person: string }) => string
  readonly personEarlier: (v: { readonly person: string }) => string
  readonly closeResponse: string
  readonly counting: string
  readonly cannotCount: string
  readonly answersTitle: string
  readonly noneCountable: string
  readonly countAbout: string
  readonly manyNumbers: (v: { readonly many: number }) => string
  readonly manyDays: (v: { readonly many: number }) => string
  readonly countCost: (v: { readonly numbers: string; readonly days: string }) => string
  readonly countQuestions: (v: { readonly many: number }) => string
  readonly peopleWithheld: string
  readonly manyPeople: (v: { readonly many: number; readonly count: string }) => string
  readonly aboutPeople: (v: { readonly many: number; readonly count: string }) => string
  readonly peopleAnswered: (v: { readonly people: string; readonly date: string }) => string
  readonly peopleAnsweredLikely: (v: { readonly people: string; readonly range: string; readonly date: string }) => string
  readonly notCountedStopped: string
  readonly notCountedChanged: (v: { readonly people: string }) => string
  readonly notCountedForeign: (v: { readonly people: string }) => string
  readonly byQuestion: string
  readonly estimate: string
  readonly likelyAbout: string
  readonly people: string
  readonly likelyRange: string
  readonly tooFew: string
  readonly tooFewAny: string
  readonly fromBelow: (v: { readonly from: string; readonly below: string }) => string
  readonly peopleRange: (v: { readonly least: number; readonly most: number }) => string
  readonly tooClose: (v: { readonly first: string; readonly second: string }) => string
  readonly mostCommon: (v: { readonly answer: string; readonly people: string }) => string
  readonly budget: string
  readonly budgetExact: string
  readonly budgetState: (v: { readonly state: string }) => string
  readonly budgetLeft: string
  readonly usedOf: (v: { readonly used: number; readonly numbers: string }) => string
  readonly freeAgain: (v: { readonly days: string }) => string
  readonly noiseAbout: (v: { readonly people: string }) => string
  readonly howSafe: string
  readonly safeAbout: (v: { readonly numbers: string; readonly times: number }) => string
  readonly backendsAbout: (v: { readonly id: string }) => string
  readonly neverUsedKey: (v: { readonly key: string }) => string
  readonly lastUsedKey: (v: { readonly date: string; readonly key: string }) => string
  readonly revoke: string
  readonly revokeBackend: (v: { readonly name: string }) => string
  readonly revoking: string
  readonly revoked: string
  readonly registerBackend: string
  readonly backendName: string
  readonly backendNameSeen: string
  readonly publicKeys: string
  readonly publicKeysAbout: string
  readonly registerTheBackend: string
  readonly registering: string
  readonly registered: string
  readonly notKeys: string
  readonly nameAndUrls: string
  readonly signAndChange: string
  readonly changed: string
  readonly serverKey: string
  readonly serverKeyAbout: string
  readonly filePassphrase: string
  readonly saveKeyFile: string
  readonly encrypting: string
  readonly keySaved: string
  readonly keyHere: string
  readonly keyHereAbout: string
  readonly removing: string
  readonly removeKey: string
  readonly identifierDid: string
  readonly responsesADay: string
  readonly daysShown: string
  readonly todaySoFar: string
  readonly noneInDays: (v: { readonly days: string }) => string
  readonly daysSay: (v: { readonly responses: string; readonly days: string; readonly day: string; readonly most: number; readonly today: number }) => string
  readonly asTable: string
  readonly dayColumn: string
  readonly showFresh: (v: { readonly many: number }) => string
  readonly latestResponses: string
  readonly received: string
  readonly pseudonymsAbout: string
  readonly editorKeys: string
  readonly revisions: string
  readonly downloadCodebook: string
  readonly downloadGiven: (v: { readonly file: string }) => string
  readonly columnEach: string
  readonly insights: string
  readonly subscriptions: string
  readonly askMore: string
}

export interface Revisions {
  readonly oneRevision: string
  readonly earlierRevision: string
  readonly laterRevision: string
  readonly revisionAtVersion: (v: { readonly date: string; readonly version: string }) => string
  readonly revisionNewest: (v: { readonly revision: string }) => string
  readonly whatChanged: string
  readonly manyChanges: (v: { readonly many: number }) => string
  readonly revisionsSame: string
  readonly changeKind: (v: { readonly kind: string }) => string
  readonly changeNamed: (v: { readonly name: string }) => string
  readonly changeReworded: (v: { readonly from: string; readonly to: string }) => string
  readonly changeType: (v: { readonly name: string; readonly from: string; readonly to: string }) => string
  readonly changeRequired: (v: { readonly name: string }) => string
  readonly changeOptional: (v: { readonly name: string }) => string
  readonly optionsAdded: (v: { readonly name: string; readonly options: string }) => string
  readonly optionsRemoved: (v: { readonly name: string; readonly options: string }) => string
  readonly changeSettings: (v: { readonly name: string; readonly elements: string }) => string
  readonly changeForm: (v: { readonly elements: string }) => string
  readonly jsonDifference: string
}

export interface Insights {
  readonly insightsAbout: string
  readonly nothingToAsk: string
  readonly askTitle: string
  readonly showWhat: string
  readonly showKind: (v: { readonly op: string }) => string
  readonly countsIn: string
  readonly limits: string
  readonly limitLow: string
  readonly limitHigh: string
  readonly limitsAbout: string
  readonly limitsWrong: string
  readonly limitsFirst: string
  readonly groupsBy: string
  readonly noGroups: string
  readonly onlyWhere: string
  readonly addCondition: string
  readonly atLeast: string
  readonly lessThan: string
  readonly removeCondition: (v: { readonly question: string }) => string
  readonly saidMeasure: (v: { readonly op: string; readonly question: string }) => string
  readonly saidGroups: (v: { readonly question: string }) => string
  readonly saidCondition: (v: { readonly question: string; readonly answers: string }) => string
  readonly saidAuthored: (v: { readonly prefix: string; readonly date: string }) => string
  readonly orMore: (v: { readonly from: string }) => string
  readonly lessThanIs: (v: { readonly below: string }) => string
  readonly costUpTo: (v: { readonly numbers: string; readonly left: string; readonly days: string }) => string
  readonly costBeyond: (v: { readonly numbers: string; readonly left: string }) => string
  readonly askNow: string
  readonly countedAt: (v: { readonly date: string }) => string
  readonly everyone: string
  readonly groupsWithheld: (v: { readonly groups: string; readonly many: number }) => string
  readonly allWithheld: string
  readonly greatest: (v: { readonly group: string; readonly value: string }) => string
  readonly tooCloseToTell: (v: { readonly first: string; readonly second: string }) => string
  readonly valueLikely: (v: { readonly value: string; readonly range: string }) => string
  readonly valueRange: (v: { readonly least: string; readonly most: string }) => string
  readonly scaleAbout: (v: { readonly low: string; readonly high: string }) => string
  readonly budgetSpent: (v: { readonly date: string }) => string
  readonly keepTitle: string
  readonly keepAbout: string
  readonly keep: string
  readonly keeping: string
  readonly keptDone: string
  readonly keptAlready: string
  readonly keptTooMany: string
  readonly nameFirst: string
  readonly keptTitle: string
  readonly keptNone: string
  readonly askIt: string
  readonly askKept: (v: { readonly name: string }) => string
  readonly removeKept: (v: { readonly name: string }) => string
  readonly removedKept: string
}

export interface Subscriptions {
  readonly subscriptionsAbout: string
  readonly notificationsOff: string
  readonly noSubscriptions: string
  readonly topicName: (v: { readonly topic: string }) => string
  readonly stateName: (v: { readonly state: string }) => string
  readonly goesTo: (v: { readonly address: string }) => string
  readonly readAs: (v: { readonly channel: string }) => string
  readonly everyForm: string
  readonly events: string
  readonly eventsWaiting: string
  readonly eventsGivenUp: string
  readonly lastDelivered: string
  readonly neverDelivered: string
  readonly failsSince: (v: { readonly date: string; readonly next: string }) => string
  readonly receiverStatus: (v: { readonly status: string }) => string
  readonly receiverFault: (v: { readonly fault: string }) => string
  readonly givenUpAbout: (v: { readonly many: number }) => string
  readonly deliverAgain: string
  readonly fromEvent: string
  readonly eventWrong: (v: { readonly most: number }) => string
  readonly deliveringAgain: (v: { readonly from: number }) => string
  readonly signingSecret: string
  readonly secretAbout: string
  readonly showSecret: string
  readonly manageIt: (v: { readonly topic: string }) => string
  readonly manage: string
  readonly unsubscribeIt: string
  readonly unsubscribeAbout: string
  readonly unsubscribeSure: string
  readonly keepIt: string
  readonly unsubscribed: string
  readonly newSubscription: string
  readonly notifyWhen: string
  readonly aboutForms: string
  readonly formsAbout: string
  readonly collectionName: string
  readonly collectionAbout: string
  readonly channel: string
  readonly channelKind: (v: { readonly channel: string }) => string
  readonly channelAbout: (v: { readonly channel: string }) => string
  readonly endpoint: string
  readonly endpointAbout: string
  readonly endpointWrong: string
  readonly content: string
  readonly contentKind: (v: { readonly content: string }) => string
  readonly subscribeNow: string
  readonly subscribing: string
  readonly subscribed: string
  readonly receive: string
  readonly receiveDoes: (v: { readonly channel: string }) => string
  readonly readAgain: string
}

export interface Flaws {
  readonly flaws: Readonly<Record<string, string>>
}

export interface Home {
  readonly homeAbout: string
  readonly forApplications: string
  readonly forApplicationsAbout: string
  readonly profileOffer: string
  readonly profileOfferAbout: string
  readonly theApi: string
  readonly theApiAbout: string
  readonly fhirAbout: string
  readonly itsHealth: string
  readonly itsHealthAbout: string
  readonly tryById: string
  readonly openForm: string
  readonly assistantsConnect: (v: { readonly address: string }) => string
  readonly thisDeployment: string
  readonly deploymentIs: (v: { readonly version: string; readonly network: string; readonly kinds: string; readonly nodes: string }) => string
  readonly recordKinds: (v: { readonly many: number }) => string
  readonly inMemory: string
  readonly onSoManyNodes: (v: { readonly many: number }) => string
  readonly forPrograms: string
  readonly runYourOwn: string
}

export interface Operator {
  readonly operatorTitle: string
  readonly operatorAbout: string
  readonly operatorKey: string
  readonly operatorKeyAbout: (v: { readonly option: string }) => string
  readonly showState: string
  readonly keyRefused: string
  readonly gatewaySilent: string
  readonly gatewayBusy: (v: { readonly many: number }) => string
  readonly gatewayAnswers: (v: { readonly status: string }) => string
  readonly lock: string
  readonly lastState: string
  readonly live: string
  readonly notLive: string
  readonly nodes: string
  readonly node: (v: { readonly at: number }) => string
  readonly nodeReady: string
  readonly nodeAway: string
  readonly noCalls: string
  readonly median: string
  readonly slowest: (v: { readonly time: string; readonly share: string }) => string
  readonly nodeChart: (v: { readonly at: number; readonly time: string }) => string
  readonly nodeChartEmpty: (v: { readonly at: number }) => string
  readonly submissions: string
  readonly storedMany: (v: { readonly many: number; readonly count: string }) => string
  readonly storedChart: (v: { readonly many: number }) => string
  readonly repeated: string
  readonly refusedRequests: string
  readonly failedRequests: string
  readonly journal: string
  readonly noJournal: string
  readonly writesWait: (v: { readonly many: number; readonly count: string }) => string
  readonly writesOldest: (v: { readonly many: number; readonly count: string; readonly time: string }) => string
  readonly writesParked: string
  readonly jobsRunning: string
  readonly jobsDue: string
  readonly jobsRetrying: string
  readonly jobsLost: string
  readonly problems: string
  readonly noProblems: (v: { readonly command: string }) => string
  readonly wrong: string
  readonly note: string
  readonly doThis: string
  readonly errorsLastHour: string
  readonly none: string
  readonly timesLast: (v: { readonly many: number; readonly time: string }) => string
  readonly callerCorrects: string
  readonly process: string
  readonly version: string
  readonly runsSince: string
  readonly loopBehind: string
  readonly memory: string
  readonly threadsUsed: string
  readonly usedOfMost: (v: { readonly used: number; readonly most: number }) => string
  readonly usedAndWaiting: (v: { readonly used: number; readonly most: number; readonly waiting: number }) => string
  readonly tasksWaiting: string
  readonly databases: string
  readonly connectionsUsed: (v: { readonly name: string }) => string
  readonly foundInCache: (v: { readonly name: string }) => string
  readonly notUsedYet: string
  readonly plugins: string
  readonly pluginsEnabled: (v: { readonly many: number }) => string
  readonly draining: string
  readonly drainingAbout: string
  readonly nodesAway: (v: { readonly many: number }) => string
  readonly nodesAwayAbout: string
  readonly notReady: (v: { readonly names: string }) => string
  readonly aDependency: string
  readonly notReadyAbout: string
  readonly readyProblems: (v: { readonly many: number }) => string
  readonly readyProblemsAbout: string
  readonly isReady: string
  readonly isReadyAbout: string
}

export interface Documents {
  readonly noFiles: string
  readonly sealing: (v: { readonly file: string }) => string
  readonly openingFile: (v: { readonly file: string }) => string
  readonly shownBelow: (v: { readonly file: string }) => string
  readonly isSaved: (v: { readonly file: string }) => string
  readonly deletingFile: (v: { readonly file: string }) => string
  readonly lookAt: (v: { readonly file: string }) => string
  readonly lookButton: string
  readonly downloadFile: (v: { readonly file: string }) => string
  readonly download: string
  readonly deleteFileAbout: (v: { readonly file: string }) => string
  readonly yesDelete: (v: { readonly file: string }) => string
  readonly uploadFile: string
  readonly cannotShow: string
  readonly dropHere: string
  readonly takePhoto: string
  readonly uploadLimits: (v: { readonly size: string; readonly many: string }) => string
  readonly noFolder: string
  readonly noDroppedFile: string
  readonly tooManyFiles: (v: { readonly many: string }) => string
  readonly uploadsTitle: string
  readonly uploadingFiles: string
  readonly filesStored: (v: { readonly done: string; readonly many: string }) => string
  readonly uploadState: (v: { readonly state: string }) => string
  readonly isTooLarge: (v: { readonly size: string }) => string
  readonly correctButton: string
  readonly correctFile: (v: { readonly file: string }) => string
  readonly kindOfDocument: string
  readonly nameOfDocument: string
  readonly dateOnDocument: string
  readonly saveCorrection: string
  readonly savingCorrection: string
  readonly isCorrected: (v: { readonly file: string }) => string
  readonly notCorrected: string
  readonly closePreview: string
  readonly pageOf: (v: { readonly page: string; readonly pages: string }) => string
  readonly pageBefore: string
  readonly pageAfter: string
  readonly textOfPage: string
  readonly pageWithoutText: string
  readonly pdfBroken: string
  readonly closeFile: (v: { readonly file: string }) => string
}
