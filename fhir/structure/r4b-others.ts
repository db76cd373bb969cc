/** The other types of FHIR R4B, generated from hl7.fhir.r4b.core (CC0) by fhir/generate: do not edit. */
import type { OtherTypes } from './tables.ts'

export const OTHERS: OtherTypes = {
  types: {
    Account:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=account-status;type CodeableConcept;name string;subject *Reference>Patient,Device,Practitioner,PractitionerRole,Location,HealthcareService,Organization;servicePeriod Period;coverage *.Account.coverage;owner Reference>Organization;description string;guarantor *.Account.guarantor;partOf Reference>Account',
    'Account.coverage':
      'id string;extension *Extension;modifierExtension *Extension;coverage !Reference>Coverage;priority positiveInt',
    'Account.guarantor':
      'id string;extension *Extension;modifierExtension *Extension;party !Reference>Patient,RelatedPerson,Organization;onHold boolean;period Period',
    ActivityDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;title string;subtitle string;status !code=publication-status;experimental boolean;subject[x] CodeableConcept|Reference>Group|canonical;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage string;copyright markdown;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;library *canonical;kind code=request-resource-types;profile canonical;code CodeableConcept;intent code=request-intent;priority code=request-priority;doNotPerform boolean;timing[x] Timing|dateTime|Age|Period|Range|Duration;location Reference>Location;participant *.ActivityDefinition.participant;product[x] Reference>Medication,Substance,Ingredient|CodeableConcept;quantity Quantity;dosage *Dosage;bodySite *CodeableConcept;specimenRequirement *Reference>SpecimenDefinition;observationRequirement *Reference>ObservationDefinition;observationResultRequirement *Reference>ObservationDefinition;transform canonical;dynamicValue *.ActivityDefinition.dynamicValue',
    'ActivityDefinition.dynamicValue':
      'id string;extension *Extension;modifierExtension *Extension;path !string;expression !Expression',
    'ActivityDefinition.participant':
      'id string;extension *Extension;modifierExtension *Extension;type !code=action-participant-type;role CodeableConcept',
    AdministrableProductDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=publication-status;formOf *Reference>MedicinalProductDefinition;administrableDoseForm CodeableConcept;unitOfPresentation CodeableConcept;producedFrom *Reference>ManufacturedItemDefinition;ingredient *CodeableConcept;device Reference>DeviceDefinition;property *.AdministrableProductDefinition.property;routeOfAdministration !*.AdministrableProductDefinition.routeOfAdministration',
    'AdministrableProductDefinition.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] CodeableConcept|Quantity|date|boolean|Attachment;status CodeableConcept',
    'AdministrableProductDefinition.routeOfAdministration':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;firstDose Quantity;maxSingleDose Quantity;maxDosePerDay Quantity;maxDosePerTreatmentPeriod Ratio;maxTreatmentPeriod Duration;targetSpecies *.AdministrableProductDefinition.routeOfAdministration.targetSpecies',
    'AdministrableProductDefinition.routeOfAdministration.targetSpecies':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;withdrawalPeriod *.AdministrableProductDefinition.routeOfAdministration.targetSpecies.withdrawalPeriod',
    'AdministrableProductDefinition.routeOfAdministration.targetSpecies.withdrawalPeriod':
      'id string;extension *Extension;modifierExtension *Extension;tissue !CodeableConcept;value !Quantity;supportingInformation string',
    AdverseEvent:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier Identifier;actuality !code=adverse-event-actuality;category *CodeableConcept;event CodeableConcept;subject !Reference>Patient,Group,Practitioner,RelatedPerson;encounter Reference>Encounter;date dateTime;detected dateTime;recordedDate dateTime;resultingCondition *Reference>Condition;location Reference>Location;seriousness CodeableConcept;severity CodeableConcept;outcome CodeableConcept;recorder Reference>Patient,Practitioner,PractitionerRole,RelatedPerson;contributor *Reference>Practitioner,PractitionerRole,Device;suspectEntity *.AdverseEvent.suspectEntity;subjectMedicalHistory *Reference>Condition,Observation,AllergyIntolerance,FamilyMemberHistory,Immunization,Procedure,Media,DocumentReference;referenceDocument *Reference>DocumentReference;study *Reference>ResearchStudy',
    'AdverseEvent.suspectEntity':
      'id string;extension *Extension;modifierExtension *Extension;instance !Reference>Immunization,Procedure,Substance,Medication,MedicationAdministration,MedicationStatement,Device;causality *.AdverseEvent.suspectEntity.causality',
    'AdverseEvent.suspectEntity.causality':
      'id string;extension *Extension;modifierExtension *Extension;assessment CodeableConcept;productRelatedness string;author Reference>Practitioner,PractitionerRole;method CodeableConcept',
    AllergyIntolerance:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;clinicalStatus CodeableConcept;verificationStatus CodeableConcept;type code=allergy-intolerance-type;category *code=allergy-intolerance-category;criticality code=allergy-intolerance-criticality;code CodeableConcept;patient !Reference>Patient;encounter Reference>Encounter;onset[x] dateTime|Age|Period|Range|string;recordedDate dateTime;recorder Reference>Practitioner,PractitionerRole,Patient,RelatedPerson;asserter Reference>Patient,RelatedPerson,Practitioner,PractitionerRole;lastOccurrence dateTime;note *Annotation;reaction *.AllergyIntolerance.reaction',
    'AllergyIntolerance.reaction':
      'id string;extension *Extension;modifierExtension *Extension;substance CodeableConcept;manifestation !*CodeableConcept;description string;onset dateTime;severity code=reaction-event-severity;exposureRoute CodeableConcept;note *Annotation',
    Appointment:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=appointmentstatus;cancelationReason CodeableConcept;serviceCategory *CodeableConcept;serviceType *CodeableConcept;specialty *CodeableConcept;appointmentType CodeableConcept;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Procedure,Observation,ImmunizationRecommendation;priority unsignedInt;description string;supportingInformation *Reference;start instant;end instant;minutesDuration positiveInt;slot *Reference>Slot;created dateTime;comment string;patientInstruction string;basedOn *Reference>ServiceRequest;participant !*.Appointment.participant;requestedPeriod *Period',
    'Appointment.participant':
      'id string;extension *Extension;modifierExtension *Extension;type *CodeableConcept;actor Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Device,HealthcareService,Location;required code=participantrequired;status !code=participationstatus;period Period',
    AppointmentResponse:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;appointment !Reference>Appointment;start instant;end instant;participantType *CodeableConcept;actor Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Device,HealthcareService,Location;participantStatus !code=participationstatus;comment string',
    AuditEvent:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;type !Coding;subtype *Coding;action code=audit-event-action;period Period;recorded !instant;outcome code=audit-event-outcome;outcomeDesc string;purposeOfEvent *CodeableConcept;agent !*.AuditEvent.agent;source !.AuditEvent.source;entity *.AuditEvent.entity',
    'AuditEvent.agent':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;role *CodeableConcept;who Reference>PractitionerRole,Practitioner,Organization,Device,Patient,RelatedPerson;altId string;name string;requestor !boolean;location Reference>Location;policy *uri;media Coding;network .AuditEvent.agent.network;purposeOfUse *CodeableConcept',
    'AuditEvent.agent.network':
      'id string;extension *Extension;modifierExtension *Extension;address string;type code=network-type',
    'AuditEvent.entity':
      'id string;extension *Extension;modifierExtension *Extension;what Reference;type Coding;role Coding;lifecycle Coding;securityLabel *Coding;name string;description string;query base64Binary;detail *.AuditEvent.entity.detail',
    'AuditEvent.entity.detail':
      'id string;extension *Extension;modifierExtension *Extension;type !string;value[x] !string|base64Binary',
    'AuditEvent.source':
      'id string;extension *Extension;modifierExtension *Extension;site string;observer !Reference>PractitionerRole,Practitioner,Organization,Device,Patient,RelatedPerson;type *Coding',
    Basic:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;code !CodeableConcept;subject Reference;created date;author Reference>Practitioner,PractitionerRole,Patient,RelatedPerson,Organization',
    BiologicallyDerivedProduct:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;productCategory code=product-category;productCode CodeableConcept;status code=product-status;request *Reference>ServiceRequest;quantity integer;parent *Reference>BiologicallyDerivedProduct;collection .BiologicallyDerivedProduct.collection;processing *.BiologicallyDerivedProduct.processing;manipulation .BiologicallyDerivedProduct.manipulation;storage *.BiologicallyDerivedProduct.storage',
    'BiologicallyDerivedProduct.collection':
      'id string;extension *Extension;modifierExtension *Extension;collector Reference>Practitioner,PractitionerRole;source Reference>Patient,Organization;collected[x] dateTime|Period',
    'BiologicallyDerivedProduct.manipulation':
      'id string;extension *Extension;modifierExtension *Extension;description string;time[x] dateTime|Period',
    'BiologicallyDerivedProduct.processing':
      'id string;extension *Extension;modifierExtension *Extension;description string;procedure CodeableConcept;additive Reference>Substance;time[x] dateTime|Period',
    'BiologicallyDerivedProduct.storage':
      'id string;extension *Extension;modifierExtension *Extension;description string;temperature decimal;scale code=product-storage-scale;duration Period',
    BodyStructure:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;morphology CodeableConcept;location CodeableConcept;locationQualifier *CodeableConcept;description string;image *Attachment;patient !Reference>Patient',
    CapabilityStatement:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;version string;name string;title string;status !code=publication-status;experimental boolean;date !dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;kind !code=capability-statement-kind;instantiates *canonical;imports *canonical;software .CapabilityStatement.software;implementation .CapabilityStatement.implementation;fhirVersion !code=FHIR-version;format !*code;patchFormat *code;implementationGuide *canonical;rest *.CapabilityStatement.rest;messaging *.CapabilityStatement.messaging;document *.CapabilityStatement.document',
    'CapabilityStatement.document':
      'id string;extension *Extension;modifierExtension *Extension;mode !code=document-mode;documentation markdown;profile !canonical',
    'CapabilityStatement.implementation':
      'id string;extension *Extension;modifierExtension *Extension;description !string;url url;custodian Reference>Organization',
    'CapabilityStatement.messaging':
      'id string;extension *Extension;modifierExtension *Extension;endpoint *.CapabilityStatement.messaging.endpoint;reliableCache unsignedInt;documentation markdown;supportedMessage *.CapabilityStatement.messaging.supportedMessage',
    'CapabilityStatement.messaging.endpoint':
      'id string;extension *Extension;modifierExtension *Extension;protocol !Coding;address !url',
    'CapabilityStatement.messaging.supportedMessage':
      'id string;extension *Extension;modifierExtension *Extension;mode !code=event-capability-mode;definition !canonical',
    'CapabilityStatement.rest':
      'id string;extension *Extension;modifierExtension *Extension;mode !code=restful-capability-mode;documentation markdown;security .CapabilityStatement.rest.security;resource *.CapabilityStatement.rest.resource;interaction *.CapabilityStatement.rest.interaction;searchParam *.CapabilityStatement.rest.resource.searchParam;operation *.CapabilityStatement.rest.resource.operation;compartment *canonical',
    'CapabilityStatement.rest.interaction':
      'id string;extension *Extension;modifierExtension *Extension;code !code=system-restful-interaction;documentation markdown',
    'CapabilityStatement.rest.resource':
      'id string;extension *Extension;modifierExtension *Extension;type !code;profile canonical;supportedProfile *canonical;documentation markdown;interaction *.CapabilityStatement.rest.resource.interaction;versioning code=versioning-policy;readHistory boolean;updateCreate boolean;conditionalCreate boolean;conditionalRead code=conditional-read-status;conditionalUpdate boolean;conditionalDelete code=conditional-delete-status;referencePolicy *code=reference-handling-policy;searchInclude *string;searchRevInclude *string;searchParam *.CapabilityStatement.rest.resource.searchParam;operation *.CapabilityStatement.rest.resource.operation',
    'CapabilityStatement.rest.resource.interaction':
      'id string;extension *Extension;modifierExtension *Extension;code !code=type-restful-interaction;documentation markdown',
    'CapabilityStatement.rest.resource.operation':
      'id string;extension *Extension;modifierExtension *Extension;name !string;definition !canonical;documentation markdown',
    'CapabilityStatement.rest.resource.searchParam':
      'id string;extension *Extension;modifierExtension *Extension;name !string;definition canonical;type !code=search-param-type;documentation markdown',
    'CapabilityStatement.rest.security':
      'id string;extension *Extension;modifierExtension *Extension;cors boolean;service *CodeableConcept;description markdown',
    'CapabilityStatement.software':
      'id string;extension *Extension;modifierExtension *Extension;name !string;version string;releaseDate dateTime',
    CarePlan:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference>CarePlan;replaces *Reference>CarePlan;partOf *Reference>CarePlan;status !code=request-status;intent !code=care-plan-intent;category *CodeableConcept;title string;description string;subject !Reference>Patient,Group;encounter Reference>Encounter;period Period;created dateTime;author Reference>Patient,Practitioner,PractitionerRole,Device,RelatedPerson,Organization,CareTeam;contributor *Reference>Patient,Practitioner,PractitionerRole,Device,RelatedPerson,Organization,CareTeam;careTeam *Reference>CareTeam;addresses *Reference>Condition;supportingInfo *Reference;goal *Reference>Goal;activity *.CarePlan.activity;note *Annotation',
    'CarePlan.activity':
      'id string;extension *Extension;modifierExtension *Extension;outcomeCodeableConcept *CodeableConcept;outcomeReference *Reference;progress *Annotation;reference Reference>Appointment,CommunicationRequest,DeviceRequest,MedicationRequest,NutritionOrder,Task,ServiceRequest,VisionPrescription,RequestGroup;detail .CarePlan.activity.detail',
    'CarePlan.activity.detail':
      'id string;extension *Extension;modifierExtension *Extension;kind code=care-plan-activity-kind;instantiatesCanonical *canonical;instantiatesUri *uri;code CodeableConcept;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport,DocumentReference;goal *Reference>Goal;status !code=care-plan-activity-status;statusReason CodeableConcept;doNotPerform boolean;scheduled[x] Timing|Period|string;location Reference>Location;performer *Reference>Practitioner,PractitionerRole,Organization,RelatedPerson,Patient,CareTeam,HealthcareService,Device;product[x] CodeableConcept|Reference>Medication,Substance;dailyAmount Quantity;quantity Quantity;description string',
    CareTeam:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=care-team-status;category *CodeableConcept;name string;subject Reference>Patient,Group;encounter Reference>Encounter;period Period;participant *.CareTeam.participant;reasonCode *CodeableConcept;reasonReference *Reference>Condition;managingOrganization *Reference>Organization;telecom *ContactPoint;note *Annotation',
    'CareTeam.participant':
      'id string;extension *Extension;modifierExtension *Extension;role *CodeableConcept;member Reference>Practitioner,PractitionerRole,RelatedPerson,Patient,Organization,CareTeam;onBehalfOf Reference>Organization;period Period',
    CatalogEntry:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;type CodeableConcept;orderable !boolean;referencedItem !Reference>Medication,Device,Organization,Practitioner,PractitionerRole,HealthcareService,ActivityDefinition,PlanDefinition,SpecimenDefinition,ObservationDefinition,Binary;additionalIdentifier *Identifier;classification *CodeableConcept;status code=publication-status;validityPeriod Period;validTo dateTime;lastUpdated dateTime;additionalCharacteristic *CodeableConcept;additionalClassification *CodeableConcept;relatedEntry *.CatalogEntry.relatedEntry',
    'CatalogEntry.relatedEntry':
      'id string;extension *Extension;modifierExtension *Extension;relationtype !code=relation-type;item !Reference>CatalogEntry',
    ChargeItem:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;definitionUri *uri;definitionCanonical *canonical;status !code=chargeitem-status;partOf *Reference>ChargeItem;code !CodeableConcept;subject !Reference>Patient,Group;context Reference>Encounter,EpisodeOfCare;occurrence[x] dateTime|Period|Timing;performer *.ChargeItem.performer;performingOrganization Reference>Organization;requestingOrganization Reference>Organization;costCenter Reference>Organization;quantity Quantity;bodysite *CodeableConcept;factorOverride decimal;priceOverride Money;overrideReason string;enterer Reference>Practitioner,PractitionerRole,Organization,Patient,Device,RelatedPerson;enteredDate dateTime;reason *CodeableConcept;service *Reference>DiagnosticReport,ImagingStudy,Immunization,MedicationAdministration,MedicationDispense,Observation,Procedure,SupplyDelivery;product[x] Reference>Device,Medication,Substance|CodeableConcept;account *Reference>Account;note *Annotation;supportingInformation *Reference',
    'ChargeItem.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,Device,RelatedPerson',
    ChargeItemDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;identifier *Identifier;version string;title string;derivedFromUri *uri;partOf *canonical;replaces *canonical;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;copyright markdown;approvalDate date;lastReviewDate date;effectivePeriod Period;code CodeableConcept;instance *Reference>Medication,Substance,Device;applicability *.ChargeItemDefinition.applicability;propertyGroup *.ChargeItemDefinition.propertyGroup',
    'ChargeItemDefinition.applicability':
      'id string;extension *Extension;modifierExtension *Extension;description string;language string;expression string',
    'ChargeItemDefinition.propertyGroup':
      'id string;extension *Extension;modifierExtension *Extension;applicability *.ChargeItemDefinition.applicability;priceComponent *.ChargeItemDefinition.propertyGroup.priceComponent',
    'ChargeItemDefinition.propertyGroup.priceComponent':
      'id string;extension *Extension;modifierExtension *Extension;type !code=invoice-priceComponentType;code CodeableConcept;factor decimal;amount Money',
    Citation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;approvalDate date;lastReviewDate date;effectivePeriod Period;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;summary *.Citation.summary;classification *.Citation.classification;note *Annotation;currentState *CodeableConcept;statusDate *.Citation.statusDate;relatesTo *.Citation.relatesTo;citedArtifact .Citation.citedArtifact',
    'Citation.citedArtifact':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;relatedIdentifier *Identifier;dateAccessed dateTime;version .Citation.citedArtifact.version;currentState *CodeableConcept;statusDate *.Citation.citedArtifact.statusDate;title *.Citation.citedArtifact.title;abstract *.Citation.citedArtifact.abstract;part .Citation.citedArtifact.part;relatesTo *.Citation.citedArtifact.relatesTo;publicationForm *.Citation.citedArtifact.publicationForm;webLocation *.Citation.citedArtifact.webLocation;classification *.Citation.citedArtifact.classification;contributorship .Citation.citedArtifact.contributorship;note *Annotation',
    'Citation.citedArtifact.abstract':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;language CodeableConcept;text !markdown;copyright markdown',
    'Citation.citedArtifact.classification':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;classifier *CodeableConcept;whoClassified .Citation.citedArtifact.classification.whoClassified',
    'Citation.citedArtifact.classification.whoClassified':
      'id string;extension *Extension;modifierExtension *Extension;person Reference>Person,Practitioner;organization Reference>Organization;publisher Reference>Organization;classifierCopyright string;freeToShare boolean',
    'Citation.citedArtifact.contributorship':
      'id string;extension *Extension;modifierExtension *Extension;complete boolean;entry *.Citation.citedArtifact.contributorship.entry;summary *.Citation.citedArtifact.contributorship.summary',
    'Citation.citedArtifact.contributorship.entry':
      'id string;extension *Extension;modifierExtension *Extension;name HumanName;initials string;collectiveName string;identifier *Identifier;affiliationInfo *.Citation.citedArtifact.contributorship.entry.affiliationInfo;address *Address;telecom *ContactPoint;contributionType *CodeableConcept;role CodeableConcept;contributionInstance *.Citation.citedArtifact.contributorship.entry.contributionInstance;correspondingContact boolean;listOrder positiveInt',
    'Citation.citedArtifact.contributorship.entry.affiliationInfo':
      'id string;extension *Extension;modifierExtension *Extension;affiliation string;role string;identifier *Identifier',
    'Citation.citedArtifact.contributorship.entry.contributionInstance':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;time dateTime',
    'Citation.citedArtifact.contributorship.summary':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;style CodeableConcept;source CodeableConcept;value !markdown',
    'Citation.citedArtifact.part':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;value string;baseCitation Reference>Citation',
    'Citation.citedArtifact.publicationForm':
      'id string;extension *Extension;modifierExtension *Extension;publishedIn .Citation.citedArtifact.publicationForm.publishedIn;periodicRelease .Citation.citedArtifact.publicationForm.periodicRelease;articleDate dateTime;lastRevisionDate dateTime;language *CodeableConcept;accessionNumber string;pageString string;firstPage string;lastPage string;pageCount string;copyright markdown',
    'Citation.citedArtifact.publicationForm.periodicRelease':
      'id string;extension *Extension;modifierExtension *Extension;citedMedium CodeableConcept;volume string;issue string;dateOfPublication .Citation.citedArtifact.publicationForm.periodicRelease.dateOfPublication',
    'Citation.citedArtifact.publicationForm.periodicRelease.dateOfPublication':
      'id string;extension *Extension;modifierExtension *Extension;date date;year string;month string;day string;season string;text string',
    'Citation.citedArtifact.publicationForm.publishedIn':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;identifier *Identifier;title string;publisher Reference>Organization;publisherLocation string',
    'Citation.citedArtifact.relatesTo':
      'id string;extension *Extension;modifierExtension *Extension;relationshipType !CodeableConcept;targetClassifier *CodeableConcept;target[x] !uri|Identifier|Reference|Attachment',
    'Citation.citedArtifact.statusDate':
      'id string;extension *Extension;modifierExtension *Extension;activity !CodeableConcept;actual boolean;period !Period',
    'Citation.citedArtifact.title':
      'id string;extension *Extension;modifierExtension *Extension;type *CodeableConcept;language CodeableConcept;text !markdown',
    'Citation.citedArtifact.version':
      'id string;extension *Extension;modifierExtension *Extension;value !string;baseCitation Reference>Citation',
    'Citation.citedArtifact.webLocation':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;url uri',
    'Citation.classification':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;classifier *CodeableConcept',
    'Citation.relatesTo':
      'id string;extension *Extension;modifierExtension *Extension;relationshipType !CodeableConcept;targetClassifier *CodeableConcept;target[x] !uri|Identifier|Reference|Attachment',
    'Citation.statusDate':
      'id string;extension *Extension;modifierExtension *Extension;activity !CodeableConcept;actual boolean;period !Period',
    'Citation.summary':
      'id string;extension *Extension;modifierExtension *Extension;style CodeableConcept;text !markdown',
    Claim:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;type !CodeableConcept;subType CodeableConcept;use !code=claim-use;patient !Reference>Patient;billablePeriod Period;created !dateTime;enterer Reference>Practitioner,PractitionerRole;insurer Reference>Organization;provider !Reference>Practitioner,PractitionerRole,Organization;priority !CodeableConcept;fundsReserve CodeableConcept;related *.Claim.related;prescription Reference>DeviceRequest,MedicationRequest,VisionPrescription;originalPrescription Reference>DeviceRequest,MedicationRequest,VisionPrescription;payee .Claim.payee;referral Reference>ServiceRequest;facility Reference>Location;careTeam *.Claim.careTeam;supportingInfo *.Claim.supportingInfo;diagnosis *.Claim.diagnosis;procedure *.Claim.procedure;insurance !*.Claim.insurance;accident .Claim.accident;item *.Claim.item;total Money',
    'Claim.accident':
      'id string;extension *Extension;modifierExtension *Extension;date !date;type CodeableConcept;location[x] Address|Reference>Location',
    'Claim.careTeam':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;provider !Reference>Practitioner,PractitionerRole,Organization;responsible boolean;role CodeableConcept;qualification CodeableConcept',
    'Claim.diagnosis':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;diagnosis[x] !CodeableConcept|Reference>Condition;type *CodeableConcept;onAdmission CodeableConcept;packageCode CodeableConcept',
    'Claim.insurance':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;focal !boolean;identifier Identifier;coverage !Reference>Coverage;businessArrangement string;preAuthRef *string;claimResponse Reference>ClaimResponse',
    'Claim.item':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;careTeamSequence *positiveInt;diagnosisSequence *positiveInt;procedureSequence *positiveInt;informationSequence *positiveInt;revenue CodeableConcept;category CodeableConcept;productOrService !CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;serviced[x] date|Period;location[x] CodeableConcept|Address|Reference>Location;quantity Quantity;unitPrice Money;factor decimal;net Money;udi *Reference>Device;bodySite CodeableConcept;subSite *CodeableConcept;encounter *Reference>Encounter;detail *.Claim.item.detail',
    'Claim.item.detail':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;revenue CodeableConcept;category CodeableConcept;productOrService !CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;quantity Quantity;unitPrice Money;factor decimal;net Money;udi *Reference>Device;subDetail *.Claim.item.detail.subDetail',
    'Claim.item.detail.subDetail':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;revenue CodeableConcept;category CodeableConcept;productOrService !CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;quantity Quantity;unitPrice Money;factor decimal;net Money;udi *Reference>Device',
    'Claim.payee':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;party Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson',
    'Claim.procedure':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;type *CodeableConcept;date dateTime;procedure[x] !CodeableConcept|Reference>Procedure;udi *Reference>Device',
    'Claim.related':
      'id string;extension *Extension;modifierExtension *Extension;claim Reference>Claim;relationship CodeableConcept;reference Identifier',
    'Claim.supportingInfo':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;category !CodeableConcept;code CodeableConcept;timing[x] date|Period;value[x] boolean|string|Quantity|Attachment|Reference;reason CodeableConcept',
    ClaimResponse:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;type !CodeableConcept;subType CodeableConcept;use !code=claim-use;patient !Reference>Patient;created !dateTime;insurer !Reference>Organization;requestor Reference>Practitioner,PractitionerRole,Organization;request Reference>Claim;outcome !code=remittance-outcome;disposition string;preAuthRef string;preAuthPeriod Period;payeeType CodeableConcept;item *.ClaimResponse.item;addItem *.ClaimResponse.addItem;adjudication *.ClaimResponse.item.adjudication;total *.ClaimResponse.total;payment .ClaimResponse.payment;fundsReserve CodeableConcept;formCode CodeableConcept;form Attachment;processNote *.ClaimResponse.processNote;communicationRequest *Reference>CommunicationRequest;insurance *.ClaimResponse.insurance;error *.ClaimResponse.error',
    'ClaimResponse.addItem':
      'id string;extension *Extension;modifierExtension *Extension;itemSequence *positiveInt;detailSequence *positiveInt;subdetailSequence *positiveInt;provider *Reference>Practitioner,PractitionerRole,Organization;productOrService !CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;serviced[x] date|Period;location[x] CodeableConcept|Address|Reference>Location;quantity Quantity;unitPrice Money;factor decimal;net Money;bodySite CodeableConcept;subSite *CodeableConcept;noteNumber *positiveInt;adjudication !*.ClaimResponse.item.adjudication;detail *.ClaimResponse.addItem.detail',
    'ClaimResponse.addItem.detail':
      'id string;extension *Extension;modifierExtension *Extension;productOrService !CodeableConcept;modifier *CodeableConcept;quantity Quantity;unitPrice Money;factor decimal;net Money;noteNumber *positiveInt;adjudication !*.ClaimResponse.item.adjudication;subDetail *.ClaimResponse.addItem.detail.subDetail',
    'ClaimResponse.addItem.detail.subDetail':
      'id string;extension *Extension;modifierExtension *Extension;productOrService !CodeableConcept;modifier *CodeableConcept;quantity Quantity;unitPrice Money;factor decimal;net Money;noteNumber *positiveInt;adjudication !*.ClaimResponse.item.adjudication',
    'ClaimResponse.error':
      'id string;extension *Extension;modifierExtension *Extension;itemSequence positiveInt;detailSequence positiveInt;subDetailSequence positiveInt;code !CodeableConcept',
    'ClaimResponse.insurance':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;focal !boolean;coverage !Reference>Coverage;businessArrangement string;claimResponse Reference>ClaimResponse',
    'ClaimResponse.item':
      'id string;extension *Extension;modifierExtension *Extension;itemSequence !positiveInt;noteNumber *positiveInt;adjudication !*.ClaimResponse.item.adjudication;detail *.ClaimResponse.item.detail',
    'ClaimResponse.item.adjudication':
      'id string;extension *Extension;modifierExtension *Extension;category !CodeableConcept;reason CodeableConcept;amount Money;value decimal',
    'ClaimResponse.item.detail':
      'id string;extension *Extension;modifierExtension *Extension;detailSequence !positiveInt;noteNumber *positiveInt;adjudication !*.ClaimResponse.item.adjudication;subDetail *.ClaimResponse.item.detail.subDetail',
    'ClaimResponse.item.detail.subDetail':
      'id string;extension *Extension;modifierExtension *Extension;subDetailSequence !positiveInt;noteNumber *positiveInt;adjudication *.ClaimResponse.item.adjudication',
    'ClaimResponse.payment':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;adjustment Money;adjustmentReason CodeableConcept;date date;amount !Money;identifier Identifier',
    'ClaimResponse.processNote':
      'id string;extension *Extension;modifierExtension *Extension;number positiveInt;type code=note-type;text !string;language CodeableConcept',
    'ClaimResponse.total':
      'id string;extension *Extension;modifierExtension *Extension;category !CodeableConcept;amount !Money',
    ClinicalImpression:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=clinicalimpression-status;statusReason CodeableConcept;code CodeableConcept;description string;subject !Reference>Patient,Group;encounter Reference>Encounter;effective[x] dateTime|Period;date dateTime;assessor Reference>Practitioner,PractitionerRole;previous Reference>ClinicalImpression;problem *Reference>Condition,AllergyIntolerance;investigation *.ClinicalImpression.investigation;protocol *uri;summary string;finding *.ClinicalImpression.finding;prognosisCodeableConcept *CodeableConcept;prognosisReference *Reference>RiskAssessment;supportingInfo *Reference;note *Annotation',
    'ClinicalImpression.finding':
      'id string;extension *Extension;modifierExtension *Extension;itemCodeableConcept CodeableConcept;itemReference Reference>Condition,Observation,Media;basis string',
    'ClinicalImpression.investigation':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;item *Reference>Observation,QuestionnaireResponse,FamilyMemberHistory,DiagnosticReport,RiskAssessment,ImagingStudy,Media',
    ClinicalUseDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;type !code=clinical-use-definition-type;category *CodeableConcept;subject *Reference>MedicinalProductDefinition,Medication,ActivityDefinition,PlanDefinition,Device,DeviceDefinition,Substance;status CodeableConcept;contraindication .ClinicalUseDefinition.contraindication;indication .ClinicalUseDefinition.indication;interaction .ClinicalUseDefinition.interaction;population *Reference>Group;undesirableEffect .ClinicalUseDefinition.undesirableEffect;warning .ClinicalUseDefinition.warning',
    'ClinicalUseDefinition.contraindication':
      'id string;extension *Extension;modifierExtension *Extension;diseaseSymptomProcedure CodeableReference>ObservationDefinition;diseaseStatus CodeableReference>ObservationDefinition;comorbidity *CodeableReference>ObservationDefinition;indication *Reference>ClinicalUseDefinition;otherTherapy *.ClinicalUseDefinition.contraindication.otherTherapy',
    'ClinicalUseDefinition.contraindication.otherTherapy':
      'id string;extension *Extension;modifierExtension *Extension;relationshipType !CodeableConcept;therapy !CodeableReference>MedicinalProductDefinition,Medication,Substance,SubstanceDefinition,ActivityDefinition',
    'ClinicalUseDefinition.indication':
      'id string;extension *Extension;modifierExtension *Extension;diseaseSymptomProcedure CodeableReference>ObservationDefinition;diseaseStatus CodeableReference>ObservationDefinition;comorbidity *CodeableReference>ObservationDefinition;intendedEffect CodeableReference>ObservationDefinition;duration[x] Range|string;undesirableEffect *Reference>ClinicalUseDefinition;otherTherapy *.ClinicalUseDefinition.contraindication.otherTherapy',
    'ClinicalUseDefinition.interaction':
      'id string;extension *Extension;modifierExtension *Extension;interactant *.ClinicalUseDefinition.interaction.interactant;type CodeableConcept;effect CodeableReference>ObservationDefinition;incidence CodeableConcept;management *CodeableConcept',
    'ClinicalUseDefinition.interaction.interactant':
      'id string;extension *Extension;modifierExtension *Extension;item[x] !Reference>MedicinalProductDefinition,Medication,Substance,ObservationDefinition|CodeableConcept',
    'ClinicalUseDefinition.undesirableEffect':
      'id string;extension *Extension;modifierExtension *Extension;symptomConditionEffect CodeableReference>ObservationDefinition;classification CodeableConcept;frequencyOfOccurrence CodeableConcept',
    'ClinicalUseDefinition.warning':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;code CodeableConcept',
    Communication:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference;partOf *Reference;inResponseTo *Reference>Communication;status !code=event-status;statusReason CodeableConcept;category *CodeableConcept;priority code=request-priority;medium *CodeableConcept;subject Reference>Patient,Group;topic CodeableConcept;about *Reference;encounter Reference>Encounter;sent dateTime;received dateTime;recipient *Reference>Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson,Group,CareTeam,HealthcareService;sender Reference>Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson,HealthcareService;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport,DocumentReference;payload *.Communication.payload;note *Annotation',
    'Communication.payload':
      'id string;extension *Extension;modifierExtension *Extension;content[x] !string|Attachment|Reference',
    CommunicationRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference;replaces *Reference>CommunicationRequest;groupIdentifier Identifier;status !code=request-status;statusReason CodeableConcept;category *CodeableConcept;priority code=request-priority;doNotPerform boolean;medium *CodeableConcept;subject Reference>Patient,Group;about *Reference;encounter Reference>Encounter;payload *.CommunicationRequest.payload;occurrence[x] dateTime|Period;authoredOn dateTime;requester Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson,Device;recipient *Reference>Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson,Group,CareTeam,HealthcareService;sender Reference>Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson,HealthcareService;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport,DocumentReference;note *Annotation',
    'CommunicationRequest.payload':
      'id string;extension *Extension;modifierExtension *Extension;content[x] !string|Attachment|Reference',
    CompartmentDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;version string;name !string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;purpose markdown;code !code=compartment-type;search !boolean;resource *.CompartmentDefinition.resource',
    'CompartmentDefinition.resource':
      'id string;extension *Extension;modifierExtension *Extension;code !code;param *string;documentation string',
    Composition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier Identifier;status !code=composition-status;type !CodeableConcept;category *CodeableConcept;subject Reference;encounter Reference>Encounter;date !dateTime;author !*Reference>Practitioner,PractitionerRole,Device,Patient,RelatedPerson,Organization;title !string;confidentiality code;attester *.Composition.attester;custodian Reference>Organization;relatesTo *.Composition.relatesTo;event *.Composition.event;section *.Composition.section',
    'Composition.attester':
      'id string;extension *Extension;modifierExtension *Extension;mode !code=composition-attestation-mode;time dateTime;party Reference>Patient,RelatedPerson,Practitioner,PractitionerRole,Organization',
    'Composition.event':
      'id string;extension *Extension;modifierExtension *Extension;code *CodeableConcept;period Period;detail *Reference',
    'Composition.relatesTo':
      'id string;extension *Extension;modifierExtension *Extension;code !code=document-relationship-type;target[x] !Identifier|Reference>Composition',
    'Composition.section':
      'id string;extension *Extension;modifierExtension *Extension;title string;code CodeableConcept;author *Reference>Practitioner,PractitionerRole,Device,Patient,RelatedPerson,Organization;focus Reference;text Narrative;mode code=list-mode;orderedBy CodeableConcept;entry *Reference;emptyReason CodeableConcept;section *.Composition.section',
    ConceptMap:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier Identifier;version string;name string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;source[x] uri|canonical;target[x] uri|canonical;group *.ConceptMap.group',
    'ConceptMap.group':
      'id string;extension *Extension;modifierExtension *Extension;source uri;sourceVersion string;target uri;targetVersion string;element !*.ConceptMap.group.element;unmapped .ConceptMap.group.unmapped',
    'ConceptMap.group.element':
      'id string;extension *Extension;modifierExtension *Extension;code code;display string;target *.ConceptMap.group.element.target',
    'ConceptMap.group.element.target':
      'id string;extension *Extension;modifierExtension *Extension;code code;display string;equivalence !code=concept-map-equivalence;comment string;dependsOn *.ConceptMap.group.element.target.dependsOn;product *.ConceptMap.group.element.target.dependsOn',
    'ConceptMap.group.element.target.dependsOn':
      'id string;extension *Extension;modifierExtension *Extension;property !uri;system canonical;value !string;display string',
    'ConceptMap.group.unmapped':
      'id string;extension *Extension;modifierExtension *Extension;mode !code=conceptmap-unmapped-mode;code code;display string;url canonical',
    Condition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;clinicalStatus CodeableConcept;verificationStatus CodeableConcept;category *CodeableConcept;severity CodeableConcept;code CodeableConcept;bodySite *CodeableConcept;subject !Reference>Patient,Group;encounter Reference>Encounter;onset[x] dateTime|Age|Period|Range|string;abatement[x] dateTime|Age|Period|Range|string;recordedDate dateTime;recorder Reference>Practitioner,PractitionerRole,Patient,RelatedPerson;asserter Reference>Practitioner,PractitionerRole,Patient,RelatedPerson;stage *.Condition.stage;evidence *.Condition.evidence;note *Annotation',
    'Condition.evidence':
      'id string;extension *Extension;modifierExtension *Extension;code *CodeableConcept;detail *Reference',
    'Condition.stage':
      'id string;extension *Extension;modifierExtension *Extension;summary CodeableConcept;assessment *Reference>ClinicalImpression,DiagnosticReport,Observation;type CodeableConcept',
    Consent:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=consent-state-codes;scope !CodeableConcept;category !*CodeableConcept;patient Reference>Patient;dateTime dateTime;performer *Reference>Organization,Patient,Practitioner,RelatedPerson,PractitionerRole;organization *Reference>Organization;source[x] Attachment|Reference>Consent,DocumentReference,Contract,QuestionnaireResponse;policy *.Consent.policy;policyRule CodeableConcept;verification *.Consent.verification;provision .Consent.provision',
    'Consent.policy': 'id string;extension *Extension;modifierExtension *Extension;authority uri;uri uri',
    'Consent.provision':
      'id string;extension *Extension;modifierExtension *Extension;type code=consent-provision-type;period Period;actor *.Consent.provision.actor;action *CodeableConcept;securityLabel *Coding;purpose *Coding;class *Coding;code *CodeableConcept;dataPeriod Period;data *.Consent.provision.data;provision *.Consent.provision',
    'Consent.provision.actor':
      'id string;extension *Extension;modifierExtension *Extension;role !CodeableConcept;reference !Reference>Device,Group,CareTeam,Organization,Patient,Practitioner,RelatedPerson,PractitionerRole',
    'Consent.provision.data':
      'id string;extension *Extension;modifierExtension *Extension;meaning !code=consent-data-meaning;reference !Reference',
    'Consent.verification':
      'id string;extension *Extension;modifierExtension *Extension;verified !boolean;verifiedWith Reference>Patient,RelatedPerson;verificationDate dateTime',
    Contract:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;url uri;version string;status code=contract-status;legalState CodeableConcept;instantiatesCanonical Reference>Contract;instantiatesUri uri;contentDerivative CodeableConcept;issued dateTime;applies Period;expirationType CodeableConcept;subject *Reference;authority *Reference>Organization;domain *Reference>Location;site *Reference>Location;name string;title string;subtitle string;alias *string;author Reference>Patient,Practitioner,PractitionerRole,Organization;scope CodeableConcept;topic[x] CodeableConcept|Reference;type CodeableConcept;subType *CodeableConcept;contentDefinition .Contract.contentDefinition;term *.Contract.term;supportingInfo *Reference;relevantHistory *Reference>Provenance;signer *.Contract.signer;friendly *.Contract.friendly;legal *.Contract.legal;rule *.Contract.rule;legallyBinding[x] Attachment|Reference>Composition,DocumentReference,QuestionnaireResponse,Contract',
    'Contract.contentDefinition':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;subType CodeableConcept;publisher Reference>Practitioner,PractitionerRole,Organization;publicationDate dateTime;publicationStatus !code=contract-publicationstatus;copyright markdown',
    'Contract.friendly':
      'id string;extension *Extension;modifierExtension *Extension;content[x] !Attachment|Reference>Composition,DocumentReference,QuestionnaireResponse',
    'Contract.legal':
      'id string;extension *Extension;modifierExtension *Extension;content[x] !Attachment|Reference>Composition,DocumentReference,QuestionnaireResponse',
    'Contract.rule':
      'id string;extension *Extension;modifierExtension *Extension;content[x] !Attachment|Reference>DocumentReference',
    'Contract.signer':
      'id string;extension *Extension;modifierExtension *Extension;type !Coding;party !Reference>Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;signature !*Signature',
    'Contract.term':
      'id string;extension *Extension;modifierExtension *Extension;identifier Identifier;issued dateTime;applies Period;topic[x] CodeableConcept|Reference;type CodeableConcept;subType CodeableConcept;text string;securityLabel *.Contract.term.securityLabel;offer !.Contract.term.offer;asset *.Contract.term.asset;action *.Contract.term.action;group *.Contract.term',
    'Contract.term.action':
      'id string;extension *Extension;modifierExtension *Extension;doNotPerform boolean;type !CodeableConcept;subject *.Contract.term.action.subject;intent !CodeableConcept;linkId *string;status !CodeableConcept;context Reference>Encounter,EpisodeOfCare;contextLinkId *string;occurrence[x] dateTime|Period|Timing;requester *Reference>Patient,RelatedPerson,Practitioner,PractitionerRole,Device,Group,Organization;requesterLinkId *string;performerType *CodeableConcept;performerRole CodeableConcept;performer Reference>RelatedPerson,Patient,Practitioner,PractitionerRole,CareTeam,Device,Substance,Organization,Location;performerLinkId *string;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport,DocumentReference,Questionnaire,QuestionnaireResponse;reason *string;reasonLinkId *string;note *Annotation;securityLabelNumber *unsignedInt',
    'Contract.term.action.subject':
      'id string;extension *Extension;modifierExtension *Extension;reference !*Reference>Patient,RelatedPerson,Practitioner,PractitionerRole,Device,Group,Organization;role CodeableConcept',
    'Contract.term.asset':
      'id string;extension *Extension;modifierExtension *Extension;scope CodeableConcept;type *CodeableConcept;typeReference *Reference;subtype *CodeableConcept;relationship Coding;context *.Contract.term.asset.context;condition string;periodType *CodeableConcept;period *Period;usePeriod *Period;text string;linkId *string;answer *.Contract.term.offer.answer;securityLabelNumber *unsignedInt;valuedItem *.Contract.term.asset.valuedItem',
    'Contract.term.asset.context':
      'id string;extension *Extension;modifierExtension *Extension;reference Reference;code *CodeableConcept;text string',
    'Contract.term.asset.valuedItem':
      'id string;extension *Extension;modifierExtension *Extension;entity[x] CodeableConcept|Reference;identifier Identifier;effectiveTime dateTime;quantity Quantity;unitPrice Money;factor decimal;points decimal;net Money;payment string;paymentDate dateTime;responsible Reference>Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;recipient Reference>Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;linkId *string;securityLabelNumber *unsignedInt',
    'Contract.term.offer':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;party *.Contract.term.offer.party;topic Reference;type CodeableConcept;decision CodeableConcept;decisionMode *CodeableConcept;answer *.Contract.term.offer.answer;text string;linkId *string;securityLabelNumber *unsignedInt',
    'Contract.term.offer.answer':
      'id string;extension *Extension;modifierExtension *Extension;value[x] !boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference',
    'Contract.term.offer.party':
      'id string;extension *Extension;modifierExtension *Extension;reference !*Reference>Patient,RelatedPerson,Practitioner,PractitionerRole,Device,Group,Organization;role !CodeableConcept',
    'Contract.term.securityLabel':
      'id string;extension *Extension;modifierExtension *Extension;number *unsignedInt;classification !Coding;category *Coding;control *Coding',
    Coverage:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;type CodeableConcept;policyHolder Reference>Patient,RelatedPerson,Organization;subscriber Reference>Patient,RelatedPerson;subscriberId string;beneficiary !Reference>Patient;dependent string;relationship CodeableConcept;period Period;payor !*Reference>Organization,Patient,RelatedPerson;class *.Coverage.class;order positiveInt;network string;costToBeneficiary *.Coverage.costToBeneficiary;subrogation boolean;contract *Reference>Contract',
    'Coverage.class':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value !string;name string',
    'Coverage.costToBeneficiary':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;value[x] !Quantity|Money;exception *.Coverage.costToBeneficiary.exception',
    'Coverage.costToBeneficiary.exception':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;period Period',
    CoverageEligibilityRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;priority CodeableConcept;purpose !*code=eligibilityrequest-purpose;patient !Reference>Patient;serviced[x] date|Period;created !dateTime;enterer Reference>Practitioner,PractitionerRole;provider Reference>Practitioner,PractitionerRole,Organization;insurer !Reference>Organization;facility Reference>Location;supportingInfo *.CoverageEligibilityRequest.supportingInfo;insurance *.CoverageEligibilityRequest.insurance;item *.CoverageEligibilityRequest.item',
    'CoverageEligibilityRequest.insurance':
      'id string;extension *Extension;modifierExtension *Extension;focal boolean;coverage !Reference>Coverage;businessArrangement string',
    'CoverageEligibilityRequest.item':
      'id string;extension *Extension;modifierExtension *Extension;supportingInfoSequence *positiveInt;category CodeableConcept;productOrService CodeableConcept;modifier *CodeableConcept;provider Reference>Practitioner,PractitionerRole;quantity Quantity;unitPrice Money;facility Reference>Location,Organization;diagnosis *.CoverageEligibilityRequest.item.diagnosis;detail *Reference',
    'CoverageEligibilityRequest.item.diagnosis':
      'id string;extension *Extension;modifierExtension *Extension;diagnosis[x] CodeableConcept|Reference>Condition',
    'CoverageEligibilityRequest.supportingInfo':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;information !Reference;appliesToAll boolean',
    CoverageEligibilityResponse:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;purpose !*code=eligibilityresponse-purpose;patient !Reference>Patient;serviced[x] date|Period;created !dateTime;requestor Reference>Practitioner,PractitionerRole,Organization;request !Reference>CoverageEligibilityRequest;outcome !code=remittance-outcome;disposition string;insurer !Reference>Organization;insurance *.CoverageEligibilityResponse.insurance;preAuthRef string;form CodeableConcept;error *.CoverageEligibilityResponse.error',
    'CoverageEligibilityResponse.error':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept',
    'CoverageEligibilityResponse.insurance':
      'id string;extension *Extension;modifierExtension *Extension;coverage !Reference>Coverage;inforce boolean;benefitPeriod Period;item *.CoverageEligibilityResponse.insurance.item',
    'CoverageEligibilityResponse.insurance.item':
      'id string;extension *Extension;modifierExtension *Extension;category CodeableConcept;productOrService CodeableConcept;modifier *CodeableConcept;provider Reference>Practitioner,PractitionerRole;excluded boolean;name string;description string;network CodeableConcept;unit CodeableConcept;term CodeableConcept;benefit *.CoverageEligibilityResponse.insurance.item.benefit;authorizationRequired boolean;authorizationSupporting *CodeableConcept;authorizationUrl uri',
    'CoverageEligibilityResponse.insurance.item.benefit':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;allowed[x] unsignedInt|string|Money;used[x] unsignedInt|string|Money',
    DetectedIssue:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=observation-status;code CodeableConcept;severity code=detectedissue-severity;patient Reference>Patient;identified[x] dateTime|Period;author Reference>Practitioner,PractitionerRole,Device;implicated *Reference;evidence *.DetectedIssue.evidence;detail string;reference uri;mitigation *.DetectedIssue.mitigation',
    'DetectedIssue.evidence':
      'id string;extension *Extension;modifierExtension *Extension;code *CodeableConcept;detail *Reference',
    'DetectedIssue.mitigation':
      'id string;extension *Extension;modifierExtension *Extension;action !CodeableConcept;date dateTime;author Reference>Practitioner,PractitionerRole',
    Device:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;definition Reference>DeviceDefinition;udiCarrier *.Device.udiCarrier;status code=device-status;statusReason *CodeableConcept;distinctIdentifier string;manufacturer string;manufactureDate dateTime;expirationDate dateTime;lotNumber string;serialNumber string;deviceName *.Device.deviceName;modelNumber string;partNumber string;type CodeableConcept;specialization *.Device.specialization;version *.Device.version;property *.Device.property;patient Reference>Patient;owner Reference>Organization;contact *ContactPoint;location Reference>Location;url uri;note *Annotation;safety *CodeableConcept;parent Reference>Device',
    'Device.deviceName':
      'id string;extension *Extension;modifierExtension *Extension;name !string;type !code=device-nametype',
    'Device.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;valueQuantity *Quantity;valueCode *CodeableConcept',
    'Device.specialization':
      'id string;extension *Extension;modifierExtension *Extension;systemType !CodeableConcept;version string',
    'Device.udiCarrier':
      'id string;extension *Extension;modifierExtension *Extension;deviceIdentifier string;issuer uri;jurisdiction uri;carrierAIDC base64Binary;carrierHRF string;entryType code=udi-entry-type',
    'Device.version':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;component Identifier;value !string',
    DeviceDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;udiDeviceIdentifier *.DeviceDefinition.udiDeviceIdentifier;manufacturer[x] string|Reference>Organization;deviceName *.DeviceDefinition.deviceName;modelNumber string;type CodeableConcept;specialization *.DeviceDefinition.specialization;version *string;safety *CodeableConcept;shelfLifeStorage *ProductShelfLife;physicalCharacteristics ProdCharacteristic;languageCode *CodeableConcept;capability *.DeviceDefinition.capability;property *.DeviceDefinition.property;owner Reference>Organization;contact *ContactPoint;url uri;onlineInformation uri;note *Annotation;quantity Quantity;parentDevice Reference>DeviceDefinition;material *.DeviceDefinition.material',
    'DeviceDefinition.capability':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;description *CodeableConcept',
    'DeviceDefinition.deviceName':
      'id string;extension *Extension;modifierExtension *Extension;name !string;type !code=device-nametype',
    'DeviceDefinition.material':
      'id string;extension *Extension;modifierExtension *Extension;substance !CodeableConcept;alternate boolean;allergenicIndicator boolean',
    'DeviceDefinition.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;valueQuantity *Quantity;valueCode *CodeableConcept',
    'DeviceDefinition.specialization':
      'id string;extension *Extension;modifierExtension *Extension;systemType !string;version string',
    'DeviceDefinition.udiDeviceIdentifier':
      'id string;extension *Extension;modifierExtension *Extension;deviceIdentifier !string;issuer !uri;jurisdiction !uri',
    DeviceMetric:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;type !CodeableConcept;unit CodeableConcept;source Reference>Device;parent Reference>Device;operationalStatus code=metric-operational-status;color code=metric-color;category !code=metric-category;measurementPeriod Timing;calibration *.DeviceMetric.calibration',
    'DeviceMetric.calibration':
      'id string;extension *Extension;modifierExtension *Extension;type code=metric-calibration-type;state code=metric-calibration-state;time instant',
    DeviceRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference;priorRequest *Reference;groupIdentifier Identifier;status code=request-status;intent !code=request-intent;priority code=request-priority;code[x] !Reference>Device|CodeableConcept;parameter *.DeviceRequest.parameter;subject !Reference>Patient,Group,Location,Device;encounter Reference>Encounter;occurrence[x] dateTime|Period|Timing;authoredOn dateTime;requester Reference>Device,Practitioner,PractitionerRole,Organization;performerType CodeableConcept;performer Reference>Practitioner,PractitionerRole,Organization,CareTeam,HealthcareService,Patient,Device,RelatedPerson;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport,DocumentReference;insurance *Reference>Coverage,ClaimResponse;supportingInfo *Reference;note *Annotation;relevantHistory *Reference>Provenance',
    'DeviceRequest.parameter':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;value[x] CodeableConcept|Quantity|Range|boolean',
    DeviceUseStatement:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>ServiceRequest;status !code=device-statement-status;subject !Reference>Patient,Group;derivedFrom *Reference>ServiceRequest,Procedure,Claim,Observation,QuestionnaireResponse,DocumentReference;timing[x] Timing|Period|dateTime;recordedOn dateTime;source Reference>Patient,Practitioner,PractitionerRole,RelatedPerson;device !Reference>Device;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport,DocumentReference,Media;bodySite CodeableConcept;note *Annotation',
    DiagnosticReport:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>CarePlan,ImmunizationRecommendation,MedicationRequest,NutritionOrder,ServiceRequest;status !code=diagnostic-report-status;category *CodeableConcept;code !CodeableConcept;subject Reference>Patient,Group,Device,Location,Organization,Procedure,Practitioner,Medication,Substance;encounter Reference>Encounter;effective[x] dateTime|Period;issued instant;performer *Reference>Practitioner,PractitionerRole,Organization,CareTeam;resultsInterpreter *Reference>Practitioner,PractitionerRole,Organization,CareTeam;specimen *Reference>Specimen;result *Reference>Observation;imagingStudy *Reference>ImagingStudy;media *.DiagnosticReport.media;conclusion string;conclusionCode *CodeableConcept;presentedForm *Attachment',
    'DiagnosticReport.media':
      'id string;extension *Extension;modifierExtension *Extension;comment string;link !Reference>Media',
    DocumentManifest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;masterIdentifier Identifier;identifier *Identifier;status !code=document-reference-status;type CodeableConcept;subject Reference>Patient,Practitioner,Group,Device;created dateTime;author *Reference>Practitioner,PractitionerRole,Organization,Device,Patient,RelatedPerson;recipient *Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Organization;source uri;description string;content !*Reference;related *.DocumentManifest.related',
    'DocumentManifest.related':
      'id string;extension *Extension;modifierExtension *Extension;identifier Identifier;ref Reference',
    ElementDefinition:
      'id string;extension *Extension;modifierExtension *Extension;path !string;representation *code=property-representation;sliceName string;sliceIsConstraining boolean;label string;code *Coding;slicing .ElementDefinition.slicing;short string;definition markdown;comment markdown;requirements markdown;alias *string;min unsignedInt;max string;base .ElementDefinition.base;contentReference uri;type *.ElementDefinition.type;defaultValue[x] base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|Contributor|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Dosage;meaningWhenMissing markdown;orderMeaning string;fixed[x] base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|Contributor|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Dosage;pattern[x] base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|Contributor|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Dosage;example *.ElementDefinition.example;minValue[x] date|dateTime|instant|time|decimal|integer|positiveInt|unsignedInt|Quantity;maxValue[x] date|dateTime|instant|time|decimal|integer|positiveInt|unsignedInt|Quantity;maxLength integer;condition *id;constraint *.ElementDefinition.constraint;mustSupport boolean;isModifier boolean;isModifierReason string;isSummary boolean;binding .ElementDefinition.binding;mapping *.ElementDefinition.mapping',
    'ElementDefinition.base': 'id string;extension *Extension;path !string;min !unsignedInt;max !string',
    'ElementDefinition.binding':
      'id string;extension *Extension;strength !code=binding-strength;description string;valueSet canonical',
    'ElementDefinition.constraint':
      'id string;extension *Extension;key !id;requirements string;severity !code=constraint-severity;human !string;expression string;xpath string;source canonical',
    'ElementDefinition.example':
      'id string;extension *Extension;label !string;value[x] !base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|Contributor|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Dosage',
    'ElementDefinition.mapping':
      'id string;extension *Extension;identity !id;language code;map !string;comment string',
    'ElementDefinition.slicing':
      'id string;extension *Extension;discriminator *.ElementDefinition.slicing.discriminator;description string;ordered boolean;rules !code=resource-slicing-rules',
    'ElementDefinition.slicing.discriminator':
      'id string;extension *Extension;type !code=discriminator-type;path !string',
    'ElementDefinition.type':
      'id string;extension *Extension;code !uri;profile *canonical;targetProfile *canonical;aggregation *code=resource-aggregation-mode;versioning code=reference-version-rules',
    Encounter:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=encounter-status;statusHistory *.Encounter.statusHistory;class !Coding;classHistory *.Encounter.classHistory;type *CodeableConcept;serviceType CodeableConcept;priority CodeableConcept;subject Reference>Patient,Group;episodeOfCare *Reference>EpisodeOfCare;basedOn *Reference>ServiceRequest;participant *.Encounter.participant;appointment *Reference>Appointment;period Period;length Duration;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Procedure,Observation,ImmunizationRecommendation;diagnosis *.Encounter.diagnosis;account *Reference>Account;hospitalization .Encounter.hospitalization;location *.Encounter.location;serviceProvider Reference>Organization;partOf Reference>Encounter',
    'Encounter.classHistory':
      'id string;extension *Extension;modifierExtension *Extension;class !Coding;period !Period',
    'Encounter.diagnosis':
      'id string;extension *Extension;modifierExtension *Extension;condition !Reference>Condition,Procedure;use CodeableConcept;rank positiveInt',
    'Encounter.hospitalization':
      'id string;extension *Extension;modifierExtension *Extension;preAdmissionIdentifier Identifier;origin Reference>Location,Organization;admitSource CodeableConcept;reAdmission CodeableConcept;dietPreference *CodeableConcept;specialCourtesy *CodeableConcept;specialArrangement *CodeableConcept;destination Reference>Location,Organization;dischargeDisposition CodeableConcept',
    'Encounter.location':
      'id string;extension *Extension;modifierExtension *Extension;location !Reference>Location;status code=encounter-location-status;physicalType CodeableConcept;period Period',
    'Encounter.participant':
      'id string;extension *Extension;modifierExtension *Extension;type *CodeableConcept;period Period;individual Reference>Practitioner,PractitionerRole,RelatedPerson',
    'Encounter.statusHistory':
      'id string;extension *Extension;modifierExtension *Extension;status !code=encounter-status;period !Period',
    Endpoint:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=endpoint-status;connectionType !Coding;name string;managingOrganization Reference>Organization;contact *ContactPoint;period Period;payloadType !*CodeableConcept;payloadMimeType *code;address !url;header *string',
    EnrollmentRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=fm-status;created dateTime;insurer Reference>Organization;provider Reference>Practitioner,PractitionerRole,Organization;candidate Reference>Patient;coverage Reference>Coverage',
    EnrollmentResponse:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=fm-status;request Reference>EnrollmentRequest;outcome code=remittance-outcome;disposition string;created dateTime;organization Reference>Organization;requestProvider Reference>Practitioner,PractitionerRole,Organization',
    EpisodeOfCare:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=episode-of-care-status;statusHistory *.EpisodeOfCare.statusHistory;type *CodeableConcept;diagnosis *.EpisodeOfCare.diagnosis;patient !Reference>Patient;managingOrganization Reference>Organization;period Period;referralRequest *Reference>ServiceRequest;careManager Reference>Practitioner,PractitionerRole;team *Reference>CareTeam;account *Reference>Account',
    'EpisodeOfCare.diagnosis':
      'id string;extension *Extension;modifierExtension *Extension;condition !Reference>Condition;role CodeableConcept;rank positiveInt',
    'EpisodeOfCare.statusHistory':
      'id string;extension *Extension;modifierExtension *Extension;status !code=episode-of-care-status;period !Period',
    EventDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;title string;subtitle string;status !code=publication-status;experimental boolean;subject[x] CodeableConcept|Reference>Group;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage string;copyright markdown;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;trigger !*TriggerDefinition',
    Evidence:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;title string;citeAs[x] Reference>Citation|markdown;status !code=publication-status;date dateTime;useContext *UsageContext;approvalDate date;lastReviewDate date;publisher string;contact *ContactDetail;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;description markdown;assertion markdown;note *Annotation;variableDefinition !*.Evidence.variableDefinition;synthesisType CodeableConcept;studyType CodeableConcept;statistic *.Evidence.statistic;certainty *.Evidence.certainty',
    'Evidence.certainty':
      'id string;extension *Extension;modifierExtension *Extension;description string;note *Annotation;type CodeableConcept;rating CodeableConcept;rater string;subcomponent *.Evidence.certainty',
    'Evidence.statistic':
      'id string;extension *Extension;modifierExtension *Extension;description string;note *Annotation;statisticType CodeableConcept;category CodeableConcept;quantity Quantity;numberOfEvents unsignedInt;numberAffected unsignedInt;sampleSize .Evidence.statistic.sampleSize;attributeEstimate *.Evidence.statistic.attributeEstimate;modelCharacteristic *.Evidence.statistic.modelCharacteristic',
    'Evidence.statistic.attributeEstimate':
      'id string;extension *Extension;modifierExtension *Extension;description string;note *Annotation;type CodeableConcept;quantity Quantity;level decimal;range Range;attributeEstimate *.Evidence.statistic.attributeEstimate',
    'Evidence.statistic.modelCharacteristic':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;value Quantity;variable *.Evidence.statistic.modelCharacteristic.variable;attributeEstimate *.Evidence.statistic.attributeEstimate',
    'Evidence.statistic.modelCharacteristic.variable':
      'id string;extension *Extension;modifierExtension *Extension;variableDefinition !Reference>Group,EvidenceVariable;handling code=variable-handling;valueCategory *CodeableConcept;valueQuantity *Quantity;valueRange *Range',
    'Evidence.statistic.sampleSize':
      'id string;extension *Extension;modifierExtension *Extension;description string;note *Annotation;numberOfStudies unsignedInt;numberOfParticipants unsignedInt;knownDataCount unsignedInt',
    'Evidence.variableDefinition':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;note *Annotation;variableRole !CodeableConcept;observed Reference>Group,EvidenceVariable;intended Reference>Group,EvidenceVariable;directnessMatch CodeableConcept',
    EvidenceReport:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;status !code=publication-status;useContext *UsageContext;identifier *Identifier;relatedIdentifier *Identifier;citeAs[x] Reference>Citation|markdown;type CodeableConcept;note *Annotation;relatedArtifact *RelatedArtifact;subject !.EvidenceReport.subject;publisher string;contact *ContactDetail;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatesTo *.EvidenceReport.relatesTo;section *.EvidenceReport.section',
    'EvidenceReport.relatesTo':
      'id string;extension *Extension;modifierExtension *Extension;code !code=report-relation-type;target[x] !Identifier|Reference>EvidenceReport',
    'EvidenceReport.section':
      'id string;extension *Extension;modifierExtension *Extension;title string;focus CodeableConcept;focusReference Reference;author *Reference>Person,Device,Group,Organization;text Narrative;mode code=list-mode;orderedBy CodeableConcept;entryClassifier *CodeableConcept;entryReference *Reference;entryQuantity *Quantity;emptyReason CodeableConcept;section *.EvidenceReport.section',
    'EvidenceReport.subject':
      'id string;extension *Extension;modifierExtension *Extension;characteristic *.EvidenceReport.subject.characteristic;note *Annotation',
    'EvidenceReport.subject.characteristic':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;value[x] !Reference|CodeableConcept|boolean|Quantity|Range;exclude boolean;period Period',
    EvidenceVariable:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;title string;shortTitle string;subtitle string;status !code=publication-status;date dateTime;description markdown;note *Annotation;useContext *UsageContext;publisher string;contact *ContactDetail;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;actual boolean;characteristicCombination code=characteristic-combination;characteristic *.EvidenceVariable.characteristic;handling code=variable-handling;category *.EvidenceVariable.category',
    'EvidenceVariable.category':
      'id string;extension *Extension;modifierExtension *Extension;name string;value[x] CodeableConcept|Quantity|Range',
    'EvidenceVariable.characteristic':
      'id string;extension *Extension;modifierExtension *Extension;description string;definition[x] !Reference>Group,EvidenceVariable|canonical|CodeableConcept|Expression;method CodeableConcept;device Reference>Device,DeviceMetric;exclude boolean;timeFromStart .EvidenceVariable.characteristic.timeFromStart;groupMeasure code=group-measure',
    'EvidenceVariable.characteristic.timeFromStart':
      'id string;extension *Extension;modifierExtension *Extension;description string;quantity Quantity;range Range;note *Annotation',
    ExampleScenario:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;useContext *UsageContext;jurisdiction *CodeableConcept;copyright markdown;purpose markdown;actor *.ExampleScenario.actor;instance *.ExampleScenario.instance;process *.ExampleScenario.process;workflow *canonical',
    'ExampleScenario.actor':
      'id string;extension *Extension;modifierExtension *Extension;actorId !string;type !code=examplescenario-actor-type;name string;description markdown',
    'ExampleScenario.instance':
      'id string;extension *Extension;modifierExtension *Extension;resourceId !string;resourceType !code;name string;description markdown;version *.ExampleScenario.instance.version;containedInstance *.ExampleScenario.instance.containedInstance',
    'ExampleScenario.instance.containedInstance':
      'id string;extension *Extension;modifierExtension *Extension;resourceId !string;versionId string',
    'ExampleScenario.instance.version':
      'id string;extension *Extension;modifierExtension *Extension;versionId !string;description !markdown',
    'ExampleScenario.process':
      'id string;extension *Extension;modifierExtension *Extension;title !string;description markdown;preConditions markdown;postConditions markdown;step *.ExampleScenario.process.step',
    'ExampleScenario.process.step':
      'id string;extension *Extension;modifierExtension *Extension;process *.ExampleScenario.process;pause boolean;operation .ExampleScenario.process.step.operation;alternative *.ExampleScenario.process.step.alternative',
    'ExampleScenario.process.step.alternative':
      'id string;extension *Extension;modifierExtension *Extension;title !string;description markdown;step *.ExampleScenario.process.step',
    'ExampleScenario.process.step.operation':
      'id string;extension *Extension;modifierExtension *Extension;number !string;type string;name string;initiator string;receiver string;description markdown;initiatorActive boolean;receiverActive boolean;request .ExampleScenario.instance.containedInstance;response .ExampleScenario.instance.containedInstance',
    ExplanationOfBenefit:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=explanationofbenefit-status;type !CodeableConcept;subType CodeableConcept;use !code=claim-use;patient !Reference>Patient;billablePeriod Period;created !dateTime;enterer Reference>Practitioner,PractitionerRole;insurer !Reference>Organization;provider !Reference>Practitioner,PractitionerRole,Organization;priority CodeableConcept;fundsReserveRequested CodeableConcept;fundsReserve CodeableConcept;related *.ExplanationOfBenefit.related;prescription Reference>MedicationRequest,VisionPrescription;originalPrescription Reference>MedicationRequest;payee .ExplanationOfBenefit.payee;referral Reference>ServiceRequest;facility Reference>Location;claim Reference>Claim;claimResponse Reference>ClaimResponse;outcome !code=remittance-outcome;disposition string;preAuthRef *string;preAuthRefPeriod *Period;careTeam *.ExplanationOfBenefit.careTeam;supportingInfo *.ExplanationOfBenefit.supportingInfo;diagnosis *.ExplanationOfBenefit.diagnosis;procedure *.ExplanationOfBenefit.procedure;precedence positiveInt;insurance !*.ExplanationOfBenefit.insurance;accident .ExplanationOfBenefit.accident;item *.ExplanationOfBenefit.item;addItem *.ExplanationOfBenefit.addItem;adjudication *.ExplanationOfBenefit.item.adjudication;total *.ExplanationOfBenefit.total;payment .ExplanationOfBenefit.payment;formCode CodeableConcept;form Attachment;processNote *.ExplanationOfBenefit.processNote;benefitPeriod Period;benefitBalance *.ExplanationOfBenefit.benefitBalance',
    'ExplanationOfBenefit.accident':
      'id string;extension *Extension;modifierExtension *Extension;date date;type CodeableConcept;location[x] Address|Reference>Location',
    'ExplanationOfBenefit.addItem':
      'id string;extension *Extension;modifierExtension *Extension;itemSequence *positiveInt;detailSequence *positiveInt;subDetailSequence *positiveInt;provider *Reference>Practitioner,PractitionerRole,Organization;productOrService !CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;serviced[x] date|Period;location[x] CodeableConcept|Address|Reference>Location;quantity Quantity;unitPrice Money;factor decimal;net Money;bodySite CodeableConcept;subSite *CodeableConcept;noteNumber *positiveInt;adjudication *.ExplanationOfBenefit.item.adjudication;detail *.ExplanationOfBenefit.addItem.detail',
    'ExplanationOfBenefit.addItem.detail':
      'id string;extension *Extension;modifierExtension *Extension;productOrService !CodeableConcept;modifier *CodeableConcept;quantity Quantity;unitPrice Money;factor decimal;net Money;noteNumber *positiveInt;adjudication *.ExplanationOfBenefit.item.adjudication;subDetail *.ExplanationOfBenefit.addItem.detail.subDetail',
    'ExplanationOfBenefit.addItem.detail.subDetail':
      'id string;extension *Extension;modifierExtension *Extension;productOrService !CodeableConcept;modifier *CodeableConcept;quantity Quantity;unitPrice Money;factor decimal;net Money;noteNumber *positiveInt;adjudication *.ExplanationOfBenefit.item.adjudication',
    'ExplanationOfBenefit.benefitBalance':
      'id string;extension *Extension;modifierExtension *Extension;category !CodeableConcept;excluded boolean;name string;description string;network CodeableConcept;unit CodeableConcept;term CodeableConcept;financial *.ExplanationOfBenefit.benefitBalance.financial',
    'ExplanationOfBenefit.benefitBalance.financial':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;allowed[x] unsignedInt|string|Money;used[x] unsignedInt|Money',
    'ExplanationOfBenefit.careTeam':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;provider !Reference>Practitioner,PractitionerRole,Organization;responsible boolean;role CodeableConcept;qualification CodeableConcept',
    'ExplanationOfBenefit.diagnosis':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;diagnosis[x] !CodeableConcept|Reference>Condition;type *CodeableConcept;onAdmission CodeableConcept;packageCode CodeableConcept',
    'ExplanationOfBenefit.insurance':
      'id string;extension *Extension;modifierExtension *Extension;focal !boolean;coverage !Reference>Coverage;preAuthRef *string',
    'ExplanationOfBenefit.item':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;careTeamSequence *positiveInt;diagnosisSequence *positiveInt;procedureSequence *positiveInt;informationSequence *positiveInt;revenue CodeableConcept;category CodeableConcept;productOrService !CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;serviced[x] date|Period;location[x] CodeableConcept|Address|Reference>Location;quantity Quantity;unitPrice Money;factor decimal;net Money;udi *Reference>Device;bodySite CodeableConcept;subSite *CodeableConcept;encounter *Reference>Encounter;noteNumber *positiveInt;adjudication *.ExplanationOfBenefit.item.adjudication;detail *.ExplanationOfBenefit.item.detail',
    'ExplanationOfBenefit.item.adjudication':
      'id string;extension *Extension;modifierExtension *Extension;category !CodeableConcept;reason CodeableConcept;amount Money;value decimal',
    'ExplanationOfBenefit.item.detail':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;revenue CodeableConcept;category CodeableConcept;productOrService !CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;quantity Quantity;unitPrice Money;factor decimal;net Money;udi *Reference>Device;noteNumber *positiveInt;adjudication *.ExplanationOfBenefit.item.adjudication;subDetail *.ExplanationOfBenefit.item.detail.subDetail',
    'ExplanationOfBenefit.item.detail.subDetail':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;revenue CodeableConcept;category CodeableConcept;productOrService !CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;quantity Quantity;unitPrice Money;factor decimal;net Money;udi *Reference>Device;noteNumber *positiveInt;adjudication *.ExplanationOfBenefit.item.adjudication',
    'ExplanationOfBenefit.payee':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;party Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson',
    'ExplanationOfBenefit.payment':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;adjustment Money;adjustmentReason CodeableConcept;date date;amount Money;identifier Identifier',
    'ExplanationOfBenefit.procedure':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;type *CodeableConcept;date dateTime;procedure[x] !CodeableConcept|Reference>Procedure;udi *Reference>Device',
    'ExplanationOfBenefit.processNote':
      'id string;extension *Extension;modifierExtension *Extension;number positiveInt;type code=note-type;text string;language CodeableConcept',
    'ExplanationOfBenefit.related':
      'id string;extension *Extension;modifierExtension *Extension;claim Reference>Claim;relationship CodeableConcept;reference Identifier',
    'ExplanationOfBenefit.supportingInfo':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;category !CodeableConcept;code CodeableConcept;timing[x] date|Period;value[x] boolean|string|Quantity|Attachment|Reference;reason Coding',
    'ExplanationOfBenefit.total':
      'id string;extension *Extension;modifierExtension *Extension;category !CodeableConcept;amount !Money',
    FamilyMemberHistory:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;status !code=history-status;dataAbsentReason CodeableConcept;patient !Reference>Patient;date dateTime;name string;relationship !CodeableConcept;sex CodeableConcept;born[x] Period|date|string;age[x] Age|Range|string;estimatedAge boolean;deceased[x] boolean|Age|Range|date|string;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,AllergyIntolerance,QuestionnaireResponse,DiagnosticReport,DocumentReference;note *Annotation;condition *.FamilyMemberHistory.condition',
    'FamilyMemberHistory.condition':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;outcome CodeableConcept;contributedToDeath boolean;onset[x] Age|Range|Period|string;note *Annotation',
    Flag: 'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=flag-status;category *CodeableConcept;code !CodeableConcept;subject !Reference>Patient,Location,Group,Organization,Practitioner,PlanDefinition,Medication,Procedure;period Period;encounter Reference>Encounter;author Reference>Device,Organization,Patient,Practitioner,PractitionerRole',
    Goal: 'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;lifecycleStatus !code=goal-status;achievementStatus CodeableConcept;category *CodeableConcept;priority CodeableConcept;description !CodeableConcept;subject !Reference>Patient,Group,Organization;start[x] date|CodeableConcept;target *.Goal.target;statusDate date;statusReason string;expressedBy Reference>Patient,Practitioner,PractitionerRole,RelatedPerson;addresses *Reference>Condition,Observation,MedicationStatement,NutritionOrder,ServiceRequest,RiskAssessment;note *Annotation;outcomeCode *CodeableConcept;outcomeReference *Reference>Observation',
    'Goal.target':
      'id string;extension *Extension;modifierExtension *Extension;measure CodeableConcept;detail[x] Quantity|Range|CodeableConcept|string|boolean|integer|Ratio;due[x] date|Duration',
    GraphDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;version string;name !string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;start !code;profile canonical;link *.GraphDefinition.link',
    'GraphDefinition.link':
      'id string;extension *Extension;modifierExtension *Extension;path string;sliceName string;min integer;max string;description string;target *.GraphDefinition.link.target',
    'GraphDefinition.link.target':
      'id string;extension *Extension;modifierExtension *Extension;type !code;params string;profile canonical;compartment *.GraphDefinition.link.target.compartment;link *.GraphDefinition.link',
    'GraphDefinition.link.target.compartment':
      'id string;extension *Extension;modifierExtension *Extension;use !code=graph-compartment-use;code !code=compartment-type;rule !code=graph-compartment-rule;expression string;description string',
    Group:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;type !code=group-type;actual !boolean;code CodeableConcept;name string;quantity unsignedInt;managingEntity Reference>Organization,RelatedPerson,Practitioner,PractitionerRole;characteristic *.Group.characteristic;member *.Group.member',
    'Group.characteristic':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;value[x] !CodeableConcept|boolean|Quantity|Range|Reference;exclude !boolean;period Period',
    'Group.member':
      'id string;extension *Extension;modifierExtension *Extension;entity !Reference>Patient,RelatedPerson,Practitioner,PractitionerRole,Device,Medication,Substance,Group;period Period;inactive boolean',
    GuidanceResponse:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;requestIdentifier Identifier;identifier *Identifier;module[x] !uri|canonical|CodeableConcept;status !code=guidance-response-status;subject Reference>Patient,Group;encounter Reference>Encounter;occurrenceDateTime dateTime;performer Reference>Device;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport,DocumentReference;note *Annotation;evaluationMessage *Reference>OperationOutcome;outputParameters Reference>Parameters;result Reference>CarePlan,RequestGroup;dataRequirement *DataRequirement',
    HealthcareService:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;providedBy Reference>Organization;category *CodeableConcept;type *CodeableConcept;specialty *CodeableConcept;location *Reference>Location;name string;comment string;extraDetails markdown;photo Attachment;telecom *ContactPoint;coverageArea *Reference>Location;serviceProvisionCode *CodeableConcept;eligibility *.HealthcareService.eligibility;program *CodeableConcept;characteristic *CodeableConcept;communication *CodeableConcept;referralMethod *CodeableConcept;appointmentRequired boolean;availableTime *.HealthcareService.availableTime;notAvailable *.HealthcareService.notAvailable;availabilityExceptions string;endpoint *Reference>Endpoint',
    'HealthcareService.availableTime':
      'id string;extension *Extension;modifierExtension *Extension;daysOfWeek *code=days-of-week;allDay boolean;availableStartTime time;availableEndTime time',
    'HealthcareService.eligibility':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;comment markdown',
    'HealthcareService.notAvailable':
      'id string;extension *Extension;modifierExtension *Extension;description !string;during Period',
    ImagingStudy:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=imagingstudy-status;modality *Coding;subject !Reference>Patient,Device,Group;encounter Reference>Encounter;started dateTime;basedOn *Reference>CarePlan,ServiceRequest,Appointment,AppointmentResponse,Task;referrer Reference>Practitioner,PractitionerRole;interpreter *Reference>Practitioner,PractitionerRole;endpoint *Reference>Endpoint;numberOfSeries unsignedInt;numberOfInstances unsignedInt;procedureReference Reference>Procedure;procedureCode *CodeableConcept;location Reference>Location;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,Media,DiagnosticReport,DocumentReference;note *Annotation;description string;series *.ImagingStudy.series',
    'ImagingStudy.series':
      'id string;extension *Extension;modifierExtension *Extension;uid !id;number unsignedInt;modality !Coding;description string;numberOfInstances unsignedInt;endpoint *Reference>Endpoint;bodySite Coding;laterality Coding;specimen *Reference>Specimen;started dateTime;performer *.ImagingStudy.series.performer;instance *.ImagingStudy.series.instance',
    'ImagingStudy.series.instance':
      'id string;extension *Extension;modifierExtension *Extension;uid !id;sopClass !Coding;number unsignedInt;title string',
    'ImagingStudy.series.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,Device,RelatedPerson',
    Immunization:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=immunization-status;statusReason CodeableConcept;vaccineCode !CodeableConcept;patient !Reference>Patient;encounter Reference>Encounter;occurrence[x] !dateTime|string;recorded dateTime;primarySource boolean;reportOrigin CodeableConcept;location Reference>Location;manufacturer Reference>Organization;lotNumber string;expirationDate date;site CodeableConcept;route CodeableConcept;doseQuantity Quantity;performer *.Immunization.performer;note *Annotation;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport;isSubpotent boolean;subpotentReason *CodeableConcept;education *.Immunization.education;programEligibility *CodeableConcept;fundingSource CodeableConcept;reaction *.Immunization.reaction;protocolApplied *.Immunization.protocolApplied',
    'Immunization.education':
      'id string;extension *Extension;modifierExtension *Extension;documentType string;reference uri;publicationDate dateTime;presentationDate dateTime',
    'Immunization.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization',
    'Immunization.protocolApplied':
      'id string;extension *Extension;modifierExtension *Extension;series string;authority Reference>Organization;targetDisease *CodeableConcept;doseNumber[x] !positiveInt|string;seriesDoses[x] positiveInt|string',
    'Immunization.reaction':
      'id string;extension *Extension;modifierExtension *Extension;date dateTime;detail Reference>Observation;reported boolean',
    ImmunizationEvaluation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=immunization-evaluation-status;patient !Reference>Patient;date dateTime;authority Reference>Organization;targetDisease !CodeableConcept;immunizationEvent !Reference>Immunization;doseStatus !CodeableConcept;doseStatusReason *CodeableConcept;description string;series string;doseNumber[x] positiveInt|string;seriesDoses[x] positiveInt|string',
    ImmunizationRecommendation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;patient !Reference>Patient;date !dateTime;authority Reference>Organization;recommendation !*.ImmunizationRecommendation.recommendation',
    'ImmunizationRecommendation.recommendation':
      'id string;extension *Extension;modifierExtension *Extension;vaccineCode *CodeableConcept;targetDisease CodeableConcept;contraindicatedVaccineCode *CodeableConcept;forecastStatus !CodeableConcept;forecastReason *CodeableConcept;dateCriterion *.ImmunizationRecommendation.recommendation.dateCriterion;description string;series string;doseNumber[x] positiveInt|string;seriesDoses[x] positiveInt|string;supportingImmunization *Reference>Immunization,ImmunizationEvaluation;supportingPatientInformation *Reference',
    'ImmunizationRecommendation.recommendation.dateCriterion':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;value !dateTime',
    ImplementationGuide:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;version string;name !string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;copyright markdown;packageId !id;license code;fhirVersion !*code=FHIR-version;dependsOn *.ImplementationGuide.dependsOn;global *.ImplementationGuide.global;definition .ImplementationGuide.definition;manifest .ImplementationGuide.manifest',
    'ImplementationGuide.definition':
      'id string;extension *Extension;modifierExtension *Extension;grouping *.ImplementationGuide.definition.grouping;resource !*.ImplementationGuide.definition.resource;page .ImplementationGuide.definition.page;parameter *.ImplementationGuide.definition.parameter;template *.ImplementationGuide.definition.template',
    'ImplementationGuide.definition.grouping':
      'id string;extension *Extension;modifierExtension *Extension;name !string;description string',
    'ImplementationGuide.definition.page':
      'id string;extension *Extension;modifierExtension *Extension;name[x] !url|Reference>Binary;title !string;generation !code=guide-page-generation;page *.ImplementationGuide.definition.page',
    'ImplementationGuide.definition.parameter':
      'id string;extension *Extension;modifierExtension *Extension;code !code=guide-parameter-code;value !string',
    'ImplementationGuide.definition.resource':
      'id string;extension *Extension;modifierExtension *Extension;reference !Reference;fhirVersion *code=FHIR-version;name string;description string;example[x] boolean|canonical;groupingId id',
    'ImplementationGuide.definition.template':
      'id string;extension *Extension;modifierExtension *Extension;code !code;source !string;scope string',
    'ImplementationGuide.dependsOn':
      'id string;extension *Extension;modifierExtension *Extension;uri !canonical;packageId id;version string',
    'ImplementationGuide.global':
      'id string;extension *Extension;modifierExtension *Extension;type !code;profile !canonical',
    'ImplementationGuide.manifest':
      'id string;extension *Extension;modifierExtension *Extension;rendering url;resource !*.ImplementationGuide.manifest.resource;page *.ImplementationGuide.manifest.page;image *string;other *string',
    'ImplementationGuide.manifest.page':
      'id string;extension *Extension;modifierExtension *Extension;name !string;title string;anchor *string',
    'ImplementationGuide.manifest.resource':
      'id string;extension *Extension;modifierExtension *Extension;reference !Reference;example[x] boolean|canonical;relativePath url',
    Ingredient:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier Identifier;status !code=publication-status;for *Reference>MedicinalProductDefinition,AdministrableProductDefinition,ManufacturedItemDefinition;role !CodeableConcept;function *CodeableConcept;allergenicIndicator boolean;manufacturer *.Ingredient.manufacturer;substance !.Ingredient.substance',
    'Ingredient.manufacturer':
      'id string;extension *Extension;modifierExtension *Extension;role code=ingredient-manufacturer-role;manufacturer !Reference>Organization',
    'Ingredient.substance':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableReference>SubstanceDefinition;strength *.Ingredient.substance.strength',
    'Ingredient.substance.strength':
      'id string;extension *Extension;modifierExtension *Extension;presentation[x] Ratio|RatioRange;textPresentation string;concentration[x] Ratio|RatioRange;textConcentration string;measurementPoint string;country *CodeableConcept;referenceStrength *.Ingredient.substance.strength.referenceStrength',
    'Ingredient.substance.strength.referenceStrength':
      'id string;extension *Extension;modifierExtension *Extension;substance CodeableReference>SubstanceDefinition;strength[x] !Ratio|RatioRange;measurementPoint string;country *CodeableConcept',
    InsurancePlan:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=publication-status;type *CodeableConcept;name string;alias *string;period Period;ownedBy Reference>Organization;administeredBy Reference>Organization;coverageArea *Reference>Location;contact *.InsurancePlan.contact;endpoint *Reference>Endpoint;network *Reference>Organization;coverage *.InsurancePlan.coverage;plan *.InsurancePlan.plan',
    'InsurancePlan.contact':
      'id string;extension *Extension;modifierExtension *Extension;purpose CodeableConcept;name HumanName;telecom *ContactPoint;address Address',
    'InsurancePlan.coverage':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;network *Reference>Organization;benefit !*.InsurancePlan.coverage.benefit',
    'InsurancePlan.coverage.benefit':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;requirement string;limit *.InsurancePlan.coverage.benefit.limit',
    'InsurancePlan.coverage.benefit.limit':
      'id string;extension *Extension;modifierExtension *Extension;value Quantity;code CodeableConcept',
    'InsurancePlan.plan':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;type CodeableConcept;coverageArea *Reference>Location;network *Reference>Organization;generalCost *.InsurancePlan.plan.generalCost;specificCost *.InsurancePlan.plan.specificCost',
    'InsurancePlan.plan.generalCost':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;groupSize positiveInt;cost Money;comment string',
    'InsurancePlan.plan.specificCost':
      'id string;extension *Extension;modifierExtension *Extension;category !CodeableConcept;benefit *.InsurancePlan.plan.specificCost.benefit',
    'InsurancePlan.plan.specificCost.benefit':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;cost *.InsurancePlan.plan.specificCost.benefit.cost',
    'InsurancePlan.plan.specificCost.benefit.cost':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;applicability CodeableConcept;qualifiers *CodeableConcept;value Quantity',
    Invoice:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=invoice-status;cancelledReason string;type CodeableConcept;subject Reference>Patient,Group;recipient Reference>Organization,Patient,RelatedPerson;date dateTime;participant *.Invoice.participant;issuer Reference>Organization;account Reference>Account;lineItem *.Invoice.lineItem;totalPriceComponent *.Invoice.lineItem.priceComponent;totalNet Money;totalGross Money;paymentTerms markdown;note *Annotation',
    'Invoice.lineItem':
      'id string;extension *Extension;modifierExtension *Extension;sequence positiveInt;chargeItem[x] !Reference>ChargeItem|CodeableConcept;priceComponent *.Invoice.lineItem.priceComponent',
    'Invoice.lineItem.priceComponent':
      'id string;extension *Extension;modifierExtension *Extension;type !code=invoice-priceComponentType;code CodeableConcept;factor decimal;amount Money',
    'Invoice.participant':
      'id string;extension *Extension;modifierExtension *Extension;role CodeableConcept;actor !Reference>Practitioner,Organization,Patient,PractitionerRole,Device,RelatedPerson',
    Library:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;title string;subtitle string;status !code=publication-status;experimental boolean;type !CodeableConcept;subject[x] CodeableConcept|Reference>Group;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage string;copyright markdown;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;parameter *ParameterDefinition;dataRequirement *DataRequirement;content *Attachment',
    Linkage:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;active boolean;author Reference>Practitioner,PractitionerRole,Organization;item !*.Linkage.item',
    'Linkage.item':
      'id string;extension *Extension;modifierExtension *Extension;type !code=linkage-type;resource !Reference',
    List: 'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=list-status;mode !code=list-mode;title string;code CodeableConcept;subject Reference>Patient,Group,Device,Location;encounter Reference>Encounter;date dateTime;source Reference>Practitioner,PractitionerRole,Patient,Device;orderedBy CodeableConcept;note *Annotation;entry *.List.entry;emptyReason CodeableConcept',
    'List.entry':
      'id string;extension *Extension;modifierExtension *Extension;flag CodeableConcept;deleted boolean;date dateTime;item !Reference',
    Location:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=location-status;operationalStatus Coding;name string;alias *string;description string;mode code=location-mode;type *CodeableConcept;telecom *ContactPoint;address Address;physicalType CodeableConcept;position .Location.position;managingOrganization Reference>Organization;partOf Reference>Location;hoursOfOperation *.Location.hoursOfOperation;availabilityExceptions string;endpoint *Reference>Endpoint',
    'Location.hoursOfOperation':
      'id string;extension *Extension;modifierExtension *Extension;daysOfWeek *code=days-of-week;allDay boolean;openingTime time;closingTime time',
    'Location.position':
      'id string;extension *Extension;modifierExtension *Extension;longitude !decimal;latitude !decimal;altitude decimal',
    ManufacturedItemDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=publication-status;manufacturedDoseForm !CodeableConcept;unitOfPresentation CodeableConcept;manufacturer *Reference>Organization;ingredient *CodeableConcept;property *.ManufacturedItemDefinition.property',
    'ManufacturedItemDefinition.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] CodeableConcept|Quantity|date|boolean|Attachment',
    MarketingStatus:
      'id string;extension *Extension;modifierExtension *Extension;country CodeableConcept;jurisdiction CodeableConcept;status !CodeableConcept;dateRange Period;restoreDate dateTime',
    Measure:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;title string;subtitle string;status !code=publication-status;experimental boolean;subject[x] CodeableConcept|Reference>Group;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage string;copyright markdown;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;library *canonical;disclaimer markdown;scoring CodeableConcept;compositeScoring CodeableConcept;type *CodeableConcept;riskAdjustment string;rateAggregation string;rationale markdown;clinicalRecommendationStatement markdown;improvementNotation CodeableConcept;definition *markdown;guidance markdown;group *.Measure.group;supplementalData *.Measure.supplementalData',
    'Measure.group':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;description string;population *.Measure.group.population;stratifier *.Measure.group.stratifier',
    'Measure.group.population':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;description string;criteria !Expression',
    'Measure.group.stratifier':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;description string;criteria Expression;component *.Measure.group.stratifier.component',
    'Measure.group.stratifier.component':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;description string;criteria !Expression',
    'Measure.supplementalData':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;usage *CodeableConcept;description string;criteria !Expression',
    MeasureReport:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=measure-report-status;type !code=measure-report-type;measure !canonical;subject Reference>Patient,Practitioner,PractitionerRole,Location,Device,RelatedPerson,Group;date dateTime;reporter Reference>Practitioner,PractitionerRole,Location,Organization;period !Period;improvementNotation CodeableConcept;group *.MeasureReport.group;evaluatedResource *Reference',
    'MeasureReport.group':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;population *.MeasureReport.group.population;measureScore Quantity;stratifier *.MeasureReport.group.stratifier',
    'MeasureReport.group.population':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;count integer;subjectResults Reference>List',
    'MeasureReport.group.stratifier':
      'id string;extension *Extension;modifierExtension *Extension;code *CodeableConcept;stratum *.MeasureReport.group.stratifier.stratum',
    'MeasureReport.group.stratifier.stratum':
      'id string;extension *Extension;modifierExtension *Extension;value CodeableConcept;component *.MeasureReport.group.stratifier.stratum.component;population *.MeasureReport.group.stratifier.stratum.population;measureScore Quantity',
    'MeasureReport.group.stratifier.stratum.component':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;value !CodeableConcept',
    'MeasureReport.group.stratifier.stratum.population':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;count integer;subjectResults Reference>List',
    Media:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>ServiceRequest,CarePlan;partOf *Reference;status !code=event-status;type CodeableConcept;modality CodeableConcept;view CodeableConcept;subject Reference>Patient,Practitioner,PractitionerRole,Group,Device,Specimen,Location;encounter Reference>Encounter;created[x] dateTime|Period;issued instant;operator Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,Device,RelatedPerson;reasonCode *CodeableConcept;bodySite CodeableConcept;deviceName string;device Reference>Device,DeviceMetric,Device;height positiveInt;width positiveInt;frames positiveInt;duration decimal;content !Attachment;note *Annotation',
    Medication:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;code CodeableConcept;status code=medication-status;manufacturer Reference>Organization;form CodeableConcept;amount Ratio;ingredient *.Medication.ingredient;batch .Medication.batch',
    'Medication.batch':
      'id string;extension *Extension;modifierExtension *Extension;lotNumber string;expirationDate dateTime',
    'Medication.ingredient':
      'id string;extension *Extension;modifierExtension *Extension;item[x] !CodeableConcept|Reference>Substance,Medication;isActive boolean;strength Ratio',
    MedicationAdministration:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiates *uri;partOf *Reference>MedicationAdministration,Procedure;status !code=medication-admin-status;statusReason *CodeableConcept;category CodeableConcept;medication[x] !CodeableConcept|Reference>Medication;subject !Reference>Patient,Group;context Reference>Encounter,EpisodeOfCare;supportingInformation *Reference;effective[x] !dateTime|Period;performer *.MedicationAdministration.performer;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport;request Reference>MedicationRequest;device *Reference>Device;note *Annotation;dosage .MedicationAdministration.dosage;eventHistory *Reference>Provenance',
    'MedicationAdministration.dosage':
      'id string;extension *Extension;modifierExtension *Extension;text string;site CodeableConcept;route CodeableConcept;method CodeableConcept;dose Quantity;rate[x] Ratio|Quantity',
    'MedicationAdministration.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Patient,RelatedPerson,Device',
    MedicationDispense:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;partOf *Reference>Procedure;status !code=medicationdispense-status;statusReason[x] CodeableConcept|Reference>DetectedIssue;category CodeableConcept;medication[x] !CodeableConcept|Reference>Medication;subject Reference>Patient,Group;context Reference>Encounter,EpisodeOfCare;supportingInformation *Reference;performer *.MedicationDispense.performer;location Reference>Location;authorizingPrescription *Reference>MedicationRequest;type CodeableConcept;quantity Quantity;daysSupply Quantity;whenPrepared dateTime;whenHandedOver dateTime;destination Reference>Location;receiver *Reference>Patient,Practitioner;note *Annotation;dosageInstruction *Dosage;substitution .MedicationDispense.substitution;detectedIssue *Reference>DetectedIssue;eventHistory *Reference>Provenance',
    'MedicationDispense.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,Patient,Device,RelatedPerson',
    'MedicationDispense.substitution':
      'id string;extension *Extension;modifierExtension *Extension;wasSubstituted !boolean;type CodeableConcept;reason *CodeableConcept;responsibleParty *Reference>Practitioner,PractitionerRole',
    MedicationKnowledge:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;code CodeableConcept;status code=medicationknowledge-status;manufacturer Reference>Organization;doseForm CodeableConcept;amount Quantity;synonym *string;relatedMedicationKnowledge *.MedicationKnowledge.relatedMedicationKnowledge;associatedMedication *Reference>Medication;productType *CodeableConcept;monograph *.MedicationKnowledge.monograph;ingredient *.MedicationKnowledge.ingredient;preparationInstruction markdown;intendedRoute *CodeableConcept;cost *.MedicationKnowledge.cost;monitoringProgram *.MedicationKnowledge.monitoringProgram;administrationGuidelines *.MedicationKnowledge.administrationGuidelines;medicineClassification *.MedicationKnowledge.medicineClassification;packaging .MedicationKnowledge.packaging;drugCharacteristic *.MedicationKnowledge.drugCharacteristic;contraindication *Reference>DetectedIssue;regulatory *.MedicationKnowledge.regulatory;kinetics *.MedicationKnowledge.kinetics',
    'MedicationKnowledge.administrationGuidelines':
      'id string;extension *Extension;modifierExtension *Extension;dosage *.MedicationKnowledge.administrationGuidelines.dosage;indication[x] CodeableConcept|Reference>ObservationDefinition;patientCharacteristics *.MedicationKnowledge.administrationGuidelines.patientCharacteristics',
    'MedicationKnowledge.administrationGuidelines.dosage':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;dosage !*Dosage',
    'MedicationKnowledge.administrationGuidelines.patientCharacteristics':
      'id string;extension *Extension;modifierExtension *Extension;characteristic[x] !CodeableConcept|Quantity;value *string',
    'MedicationKnowledge.cost':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;source string;cost !Money',
    'MedicationKnowledge.drugCharacteristic':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;value[x] CodeableConcept|string|Quantity|base64Binary',
    'MedicationKnowledge.ingredient':
      'id string;extension *Extension;modifierExtension *Extension;item[x] !CodeableConcept|Reference>Substance;isActive boolean;strength Ratio',
    'MedicationKnowledge.kinetics':
      'id string;extension *Extension;modifierExtension *Extension;areaUnderCurve *Quantity;lethalDose50 *Quantity;halfLifePeriod Duration',
    'MedicationKnowledge.medicineClassification':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;classification *CodeableConcept',
    'MedicationKnowledge.monitoringProgram':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;name string',
    'MedicationKnowledge.monograph':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;source Reference>DocumentReference,Media',
    'MedicationKnowledge.packaging':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;quantity Quantity',
    'MedicationKnowledge.regulatory':
      'id string;extension *Extension;modifierExtension *Extension;regulatoryAuthority !Reference>Organization;substitution *.MedicationKnowledge.regulatory.substitution;schedule *.MedicationKnowledge.regulatory.schedule;maxDispense .MedicationKnowledge.regulatory.maxDispense',
    'MedicationKnowledge.regulatory.maxDispense':
      'id string;extension *Extension;modifierExtension *Extension;quantity !Quantity;period Duration',
    'MedicationKnowledge.regulatory.schedule':
      'id string;extension *Extension;modifierExtension *Extension;schedule !CodeableConcept',
    'MedicationKnowledge.regulatory.substitution':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;allowed !boolean',
    'MedicationKnowledge.relatedMedicationKnowledge':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;reference !*Reference>MedicationKnowledge',
    MedicationRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=medicationrequest-status;statusReason CodeableConcept;intent !code=medicationrequest-intent;category *CodeableConcept;priority code=request-priority;doNotPerform boolean;reported[x] boolean|Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Organization;medication[x] !CodeableConcept|Reference>Medication;subject !Reference>Patient,Group;encounter Reference>Encounter;supportingInformation *Reference;authoredOn dateTime;requester Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson,Device;performer Reference>Practitioner,PractitionerRole,Organization,Patient,Device,RelatedPerson,CareTeam;performerType CodeableConcept;recorder Reference>Practitioner,PractitionerRole;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference>CarePlan,MedicationRequest,ServiceRequest,ImmunizationRecommendation;groupIdentifier Identifier;courseOfTherapyType CodeableConcept;insurance *Reference>Coverage,ClaimResponse;note *Annotation;dosageInstruction *Dosage;dispenseRequest .MedicationRequest.dispenseRequest;substitution .MedicationRequest.substitution;priorPrescription Reference>MedicationRequest;detectedIssue *Reference>DetectedIssue;eventHistory *Reference>Provenance',
    'MedicationRequest.dispenseRequest':
      'id string;extension *Extension;modifierExtension *Extension;initialFill .MedicationRequest.dispenseRequest.initialFill;dispenseInterval Duration;validityPeriod Period;numberOfRepeatsAllowed unsignedInt;quantity Quantity;expectedSupplyDuration Duration;performer Reference>Organization',
    'MedicationRequest.dispenseRequest.initialFill':
      'id string;extension *Extension;modifierExtension *Extension;quantity Quantity;duration Duration',
    'MedicationRequest.substitution':
      'id string;extension *Extension;modifierExtension *Extension;allowed[x] !boolean|CodeableConcept;reason CodeableConcept',
    MedicationStatement:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>MedicationRequest,CarePlan,ServiceRequest;partOf *Reference>MedicationAdministration,MedicationDispense,MedicationStatement,Procedure,Observation;status !code=medication-statement-status;statusReason *CodeableConcept;category CodeableConcept;medication[x] !CodeableConcept|Reference>Medication;subject !Reference>Patient,Group;context Reference>Encounter,EpisodeOfCare;effective[x] dateTime|Period;dateAsserted dateTime;informationSource Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Organization;derivedFrom *Reference;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport;note *Annotation;dosage *Dosage',
    MedicinalProductDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;type CodeableConcept;domain CodeableConcept;version string;status CodeableConcept;statusDate dateTime;description markdown;combinedPharmaceuticalDoseForm CodeableConcept;route *CodeableConcept;indication markdown;legalStatusOfSupply CodeableConcept;additionalMonitoringIndicator CodeableConcept;specialMeasures *CodeableConcept;pediatricUseIndicator CodeableConcept;classification *CodeableConcept;marketingStatus *MarketingStatus;packagedMedicinalProduct *CodeableConcept;ingredient *CodeableConcept;impurity *CodeableReference>SubstanceDefinition;attachedDocument *Reference>DocumentReference;masterFile *Reference>DocumentReference;contact *.MedicinalProductDefinition.contact;clinicalTrial *Reference>ResearchStudy;code *Coding;name !*.MedicinalProductDefinition.name;crossReference *.MedicinalProductDefinition.crossReference;operation *.MedicinalProductDefinition.operation;characteristic *.MedicinalProductDefinition.characteristic',
    'MedicinalProductDefinition.characteristic':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] CodeableConcept|Quantity|date|boolean|Attachment',
    'MedicinalProductDefinition.contact':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;contact !Reference>Organization,PractitionerRole',
    'MedicinalProductDefinition.crossReference':
      'id string;extension *Extension;modifierExtension *Extension;product !CodeableReference>MedicinalProductDefinition;type CodeableConcept',
    'MedicinalProductDefinition.name':
      'id string;extension *Extension;modifierExtension *Extension;productName !string;type CodeableConcept;namePart *.MedicinalProductDefinition.name.namePart;countryLanguage *.MedicinalProductDefinition.name.countryLanguage',
    'MedicinalProductDefinition.name.countryLanguage':
      'id string;extension *Extension;modifierExtension *Extension;country !CodeableConcept;jurisdiction CodeableConcept;language !CodeableConcept',
    'MedicinalProductDefinition.name.namePart':
      'id string;extension *Extension;modifierExtension *Extension;part !string;type !CodeableConcept',
    'MedicinalProductDefinition.operation':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableReference>ActivityDefinition,PlanDefinition;effectiveDate Period;organization *Reference>Organization;confidentialityIndicator CodeableConcept',
    MessageDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;title string;replaces *canonical;status !code=publication-status;experimental boolean;date !dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;base canonical;parent *canonical;event[x] !Coding|uri;category code=message-significance-category;focus *.MessageDefinition.focus;responseRequired code=messageheader-response-request;allowedResponse *.MessageDefinition.allowedResponse;graph *canonical',
    'MessageDefinition.allowedResponse':
      'id string;extension *Extension;modifierExtension *Extension;message !canonical;situation markdown',
    'MessageDefinition.focus':
      'id string;extension *Extension;modifierExtension *Extension;code !code;profile canonical;min !unsignedInt;max string',
    MessageHeader:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;event[x] !Coding|uri;destination *.MessageHeader.destination;sender Reference>Practitioner,PractitionerRole,Organization;enterer Reference>Practitioner,PractitionerRole;author Reference>Practitioner,PractitionerRole;source !.MessageHeader.source;responsible Reference>Practitioner,PractitionerRole,Organization;reason CodeableConcept;response .MessageHeader.response;focus *Reference;definition canonical',
    'MessageHeader.destination':
      'id string;extension *Extension;modifierExtension *Extension;name string;target Reference>Device;endpoint !url;receiver Reference>Practitioner,PractitionerRole,Organization',
    'MessageHeader.response':
      'id string;extension *Extension;modifierExtension *Extension;identifier !id;code !code=response-code;details Reference>OperationOutcome',
    'MessageHeader.source':
      'id string;extension *Extension;modifierExtension *Extension;name string;software string;version string;contact ContactPoint;endpoint !url',
    MolecularSequence:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;type code=sequence-type;coordinateSystem !integer;patient Reference>Patient;specimen Reference>Specimen;device Reference>Device;performer Reference>Organization;quantity Quantity;referenceSeq .MolecularSequence.referenceSeq;variant *.MolecularSequence.variant;observedSeq string;quality *.MolecularSequence.quality;readCoverage integer;repository *.MolecularSequence.repository;pointer *Reference>MolecularSequence;structureVariant *.MolecularSequence.structureVariant',
    'MolecularSequence.quality':
      'id string;extension *Extension;modifierExtension *Extension;type !code=quality-type;standardSequence CodeableConcept;start integer;end integer;score Quantity;method CodeableConcept;truthTP decimal;queryTP decimal;truthFN decimal;queryFP decimal;gtFP decimal;precision decimal;recall decimal;fScore decimal;roc .MolecularSequence.quality.roc',
    'MolecularSequence.quality.roc':
      'id string;extension *Extension;modifierExtension *Extension;score *integer;numTP *integer;numFP *integer;numFN *integer;precision *decimal;sensitivity *decimal;fMeasure *decimal',
    'MolecularSequence.referenceSeq':
      'id string;extension *Extension;modifierExtension *Extension;chromosome CodeableConcept;genomeBuild string;orientation code=orientation-type;referenceSeqId CodeableConcept;referenceSeqPointer Reference>MolecularSequence;referenceSeqString string;strand code=strand-type;windowStart integer;windowEnd integer',
    'MolecularSequence.repository':
      'id string;extension *Extension;modifierExtension *Extension;type !code=repository-type;url uri;name string;datasetId string;variantsetId string;readsetId string',
    'MolecularSequence.structureVariant':
      'id string;extension *Extension;modifierExtension *Extension;variantType CodeableConcept;exact boolean;length integer;outer .MolecularSequence.structureVariant.outer;inner .MolecularSequence.structureVariant.inner',
    'MolecularSequence.structureVariant.inner':
      'id string;extension *Extension;modifierExtension *Extension;start integer;end integer',
    'MolecularSequence.structureVariant.outer':
      'id string;extension *Extension;modifierExtension *Extension;start integer;end integer',
    'MolecularSequence.variant':
      'id string;extension *Extension;modifierExtension *Extension;start integer;end integer;observedAllele string;referenceAllele string;cigar string;variantPointer Reference>Observation',
    NamingSystem:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;name !string;status !code=publication-status;kind !code=namingsystem-type;date !dateTime;publisher string;contact *ContactDetail;responsible string;type CodeableConcept;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;usage string;uniqueId !*.NamingSystem.uniqueId',
    'NamingSystem.uniqueId':
      'id string;extension *Extension;modifierExtension *Extension;type !code=namingsystem-identifier-type;value !string;preferred boolean;comment string;period Period',
    NutritionOrder:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;instantiates *uri;status !code=request-status;intent !code=request-intent;patient !Reference>Patient;encounter Reference>Encounter;dateTime !dateTime;orderer Reference>Practitioner,PractitionerRole;allergyIntolerance *Reference>AllergyIntolerance;foodPreferenceModifier *CodeableConcept;excludeFoodModifier *CodeableConcept;oralDiet .NutritionOrder.oralDiet;supplement *.NutritionOrder.supplement;enteralFormula .NutritionOrder.enteralFormula;note *Annotation',
    'NutritionOrder.enteralFormula':
      'id string;extension *Extension;modifierExtension *Extension;baseFormulaType CodeableConcept;baseFormulaProductName string;additiveType CodeableConcept;additiveProductName string;caloricDensity Quantity;routeofAdministration CodeableConcept;administration *.NutritionOrder.enteralFormula.administration;maxVolumeToDeliver Quantity;administrationInstruction string',
    'NutritionOrder.enteralFormula.administration':
      'id string;extension *Extension;modifierExtension *Extension;schedule Timing;quantity Quantity;rate[x] Quantity|Ratio',
    'NutritionOrder.oralDiet':
      'id string;extension *Extension;modifierExtension *Extension;type *CodeableConcept;schedule *Timing;nutrient *.NutritionOrder.oralDiet.nutrient;texture *.NutritionOrder.oralDiet.texture;fluidConsistencyType *CodeableConcept;instruction string',
    'NutritionOrder.oralDiet.nutrient':
      'id string;extension *Extension;modifierExtension *Extension;modifier CodeableConcept;amount Quantity',
    'NutritionOrder.oralDiet.texture':
      'id string;extension *Extension;modifierExtension *Extension;modifier CodeableConcept;foodType CodeableConcept',
    'NutritionOrder.supplement':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;productName string;schedule *Timing;quantity Quantity;instruction string',
    NutritionProduct:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;status !code=nutritionproduct-status;category *CodeableConcept;code CodeableConcept;manufacturer *Reference>Organization;nutrient *.NutritionProduct.nutrient;ingredient *.NutritionProduct.ingredient;knownAllergen *CodeableReference>Substance;productCharacteristic *.NutritionProduct.productCharacteristic;instance .NutritionProduct.instance;note *Annotation',
    'NutritionProduct.ingredient':
      'id string;extension *Extension;modifierExtension *Extension;item !CodeableReference>NutritionProduct;amount *Ratio',
    'NutritionProduct.instance':
      'id string;extension *Extension;modifierExtension *Extension;quantity Quantity;identifier *Identifier;lotNumber string;expiry dateTime;useBy dateTime',
    'NutritionProduct.nutrient':
      'id string;extension *Extension;modifierExtension *Extension;item CodeableReference>Substance;amount *Ratio',
    'NutritionProduct.productCharacteristic':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !CodeableConcept|string|Quantity|base64Binary|Attachment|boolean',
    ObservationDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;category *CodeableConcept;code !CodeableConcept;identifier *Identifier;permittedDataType *code=permitted-data-type;multipleResultsAllowed boolean;method CodeableConcept;preferredReportName string;quantitativeDetails .ObservationDefinition.quantitativeDetails;qualifiedInterval *.ObservationDefinition.qualifiedInterval;validCodedValueSet Reference>ValueSet;normalCodedValueSet Reference>ValueSet;abnormalCodedValueSet Reference>ValueSet;criticalCodedValueSet Reference>ValueSet',
    'ObservationDefinition.qualifiedInterval':
      'id string;extension *Extension;modifierExtension *Extension;category code=observation-range-category;range Range;context CodeableConcept;appliesTo *CodeableConcept;gender code=administrative-gender;age Range;gestationalAge Range;condition string',
    'ObservationDefinition.quantitativeDetails':
      'id string;extension *Extension;modifierExtension *Extension;customaryUnit CodeableConcept;unit CodeableConcept;conversionFactor decimal;decimalPrecision integer',
    OperationDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;version string;name !string;title string;status !code=publication-status;kind !code=operation-kind;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;affectsState boolean;code !code;comment markdown;base canonical;resource *code;system !boolean;type !boolean;instance !boolean;inputProfile canonical;outputProfile canonical;parameter *.OperationDefinition.parameter;overload *.OperationDefinition.overload',
    'OperationDefinition.overload':
      'id string;extension *Extension;modifierExtension *Extension;parameterName *string;comment string',
    'OperationDefinition.parameter':
      'id string;extension *Extension;modifierExtension *Extension;name !code;use !code=operation-parameter-use;min !integer;max !string;documentation string;type code;targetProfile *canonical;searchType code=search-param-type;binding .OperationDefinition.parameter.binding;referencedFrom *.OperationDefinition.parameter.referencedFrom;part *.OperationDefinition.parameter',
    'OperationDefinition.parameter.binding':
      'id string;extension *Extension;modifierExtension *Extension;strength !code=binding-strength;valueSet !canonical',
    'OperationDefinition.parameter.referencedFrom':
      'id string;extension *Extension;modifierExtension *Extension;source !string;sourceId string',
    Organization:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;type *CodeableConcept;name string;alias *string;telecom *ContactPoint;address *Address;partOf Reference>Organization;contact *.Organization.contact;endpoint *Reference>Endpoint',
    'Organization.contact':
      'id string;extension *Extension;modifierExtension *Extension;purpose CodeableConcept;name HumanName;telecom *ContactPoint;address Address',
    OrganizationAffiliation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;period Period;organization Reference>Organization;participatingOrganization Reference>Organization;network *Reference>Organization;code *CodeableConcept;specialty *CodeableConcept;location *Reference>Location;healthcareService *Reference>HealthcareService;telecom *ContactPoint;endpoint *Reference>Endpoint',
    PackagedProductDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;name string;type CodeableConcept;packageFor *Reference>MedicinalProductDefinition;status CodeableConcept;statusDate dateTime;containedItemQuantity *Quantity;description markdown;legalStatusOfSupply *.PackagedProductDefinition.legalStatusOfSupply;marketingStatus *MarketingStatus;characteristic *CodeableConcept;copackagedIndicator boolean;manufacturer *Reference>Organization;package .PackagedProductDefinition.package',
    'PackagedProductDefinition.legalStatusOfSupply':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;jurisdiction CodeableConcept',
    'PackagedProductDefinition.package':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;type CodeableConcept;quantity integer;material *CodeableConcept;alternateMaterial *CodeableConcept;shelfLifeStorage *.PackagedProductDefinition.package.shelfLifeStorage;manufacturer *Reference>Organization;property *.PackagedProductDefinition.package.property;containedItem *.PackagedProductDefinition.package.containedItem;package *.PackagedProductDefinition.package',
    'PackagedProductDefinition.package.containedItem':
      'id string;extension *Extension;modifierExtension *Extension;item !CodeableReference>ManufacturedItemDefinition,DeviceDefinition,PackagedProductDefinition,BiologicallyDerivedProduct,NutritionProduct;amount Quantity',
    'PackagedProductDefinition.package.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] CodeableConcept|Quantity|date|boolean|Attachment',
    'PackagedProductDefinition.package.shelfLifeStorage':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;period[x] Duration|string;specialPrecautionsForStorage *CodeableConcept',
    Parameters: 'id id;meta Meta;implicitRules uri;language code;parameter *.Parameters.parameter',
    'Parameters.parameter':
      'id string;extension *Extension;modifierExtension *Extension;name !string;value[x] base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|ContactDetail|Contributor|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Dosage|Meta;resource Resource;part *.Parameters.parameter',
    Patient:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;name *HumanName;telecom *ContactPoint;gender code=administrative-gender;birthDate date;deceased[x] boolean|dateTime;address *Address;maritalStatus CodeableConcept;multipleBirth[x] boolean|integer;photo *Attachment;contact *.Patient.contact;communication *.Patient.communication;generalPractitioner *Reference>Organization,Practitioner,PractitionerRole;managingOrganization Reference>Organization;link *.Patient.link',
    'Patient.communication':
      'id string;extension *Extension;modifierExtension *Extension;language !CodeableConcept;preferred boolean',
    'Patient.contact':
      'id string;extension *Extension;modifierExtension *Extension;relationship *CodeableConcept;name HumanName;telecom *ContactPoint;address Address;gender code=administrative-gender;organization Reference>Organization;period Period',
    'Patient.link':
      'id string;extension *Extension;modifierExtension *Extension;other !Reference>Patient,RelatedPerson;type !code=link-type',
    PaymentNotice:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;request Reference;response Reference;created !dateTime;provider Reference>Practitioner,PractitionerRole,Organization;payment !Reference>PaymentReconciliation;paymentDate date;payee Reference>Practitioner,PractitionerRole,Organization;recipient !Reference>Organization;amount !Money;paymentStatus CodeableConcept',
    PaymentReconciliation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;period Period;created !dateTime;paymentIssuer Reference>Organization;request Reference>Task;requestor Reference>Practitioner,PractitionerRole,Organization;outcome code=remittance-outcome;disposition string;paymentDate !date;paymentAmount !Money;paymentIdentifier Identifier;detail *.PaymentReconciliation.detail;formCode CodeableConcept;processNote *.PaymentReconciliation.processNote',
    'PaymentReconciliation.detail':
      'id string;extension *Extension;modifierExtension *Extension;identifier Identifier;predecessor Identifier;type !CodeableConcept;request Reference;submitter Reference>Practitioner,PractitionerRole,Organization;response Reference;date date;responsible Reference>PractitionerRole;payee Reference>Practitioner,PractitionerRole,Organization;amount Money',
    'PaymentReconciliation.processNote':
      'id string;extension *Extension;modifierExtension *Extension;type code=note-type;text string',
    Person:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;name *HumanName;telecom *ContactPoint;gender code=administrative-gender;birthDate date;address *Address;photo Attachment;managingOrganization Reference>Organization;active boolean;link *.Person.link',
    'Person.link':
      'id string;extension *Extension;modifierExtension *Extension;target !Reference>Patient,Practitioner,RelatedPerson,Person;assurance code=identity-assuranceLevel',
    PlanDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;title string;subtitle string;type CodeableConcept;status !code=publication-status;experimental boolean;subject[x] CodeableConcept|Reference>Group|canonical;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage string;copyright markdown;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;library *canonical;goal *.PlanDefinition.goal;action *.PlanDefinition.action',
    'PlanDefinition.action':
      'id string;extension *Extension;modifierExtension *Extension;prefix string;title string;description string;textEquivalent string;priority code=request-priority;code *CodeableConcept;reason *CodeableConcept;documentation *RelatedArtifact;goalId *id;subject[x] CodeableConcept|Reference>Group|canonical;trigger *TriggerDefinition;condition *.PlanDefinition.action.condition;input *DataRequirement;output *DataRequirement;relatedAction *.PlanDefinition.action.relatedAction;timing[x] dateTime|Age|Period|Duration|Range|Timing;participant *.PlanDefinition.action.participant;type CodeableConcept;groupingBehavior code=action-grouping-behavior;selectionBehavior code=action-selection-behavior;requiredBehavior code=action-required-behavior;precheckBehavior code=action-precheck-behavior;cardinalityBehavior code=action-cardinality-behavior;definition[x] canonical|uri;transform canonical;dynamicValue *.PlanDefinition.action.dynamicValue;action *.PlanDefinition.action',
    'PlanDefinition.action.condition':
      'id string;extension *Extension;modifierExtension *Extension;kind !code=action-condition-kind;expression Expression',
    'PlanDefinition.action.dynamicValue':
      'id string;extension *Extension;modifierExtension *Extension;path string;expression Expression',
    'PlanDefinition.action.participant':
      'id string;extension *Extension;modifierExtension *Extension;type !code=action-participant-type;role CodeableConcept',
    'PlanDefinition.action.relatedAction':
      'id string;extension *Extension;modifierExtension *Extension;actionId !id;relationship !code=action-relationship-type;offset[x] Duration|Range',
    'PlanDefinition.goal':
      'id string;extension *Extension;modifierExtension *Extension;category CodeableConcept;description !CodeableConcept;priority CodeableConcept;start CodeableConcept;addresses *CodeableConcept;documentation *RelatedArtifact;target *.PlanDefinition.goal.target',
    'PlanDefinition.goal.target':
      'id string;extension *Extension;modifierExtension *Extension;measure CodeableConcept;detail[x] Quantity|Range|CodeableConcept;due Duration',
    Practitioner:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;name *HumanName;telecom *ContactPoint;address *Address;gender code=administrative-gender;birthDate date;photo *Attachment;qualification *.Practitioner.qualification;communication *CodeableConcept',
    'Practitioner.qualification':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;code !CodeableConcept;period Period;issuer Reference>Organization',
    PractitionerRole:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;period Period;practitioner Reference>Practitioner;organization Reference>Organization;code *CodeableConcept;specialty *CodeableConcept;location *Reference>Location;healthcareService *Reference>HealthcareService;telecom *ContactPoint;availableTime *.PractitionerRole.availableTime;notAvailable *.PractitionerRole.notAvailable;availabilityExceptions string;endpoint *Reference>Endpoint',
    'PractitionerRole.availableTime':
      'id string;extension *Extension;modifierExtension *Extension;daysOfWeek *code=days-of-week;allDay boolean;availableStartTime time;availableEndTime time',
    'PractitionerRole.notAvailable':
      'id string;extension *Extension;modifierExtension *Extension;description !string;during Period',
    Procedure:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference>CarePlan,ServiceRequest;partOf *Reference>Procedure,Observation,MedicationAdministration;status !code=event-status;statusReason CodeableConcept;category CodeableConcept;code CodeableConcept;subject !Reference>Patient,Group;encounter Reference>Encounter;performed[x] dateTime|Period|string|Age|Range;recorder Reference>Patient,RelatedPerson,Practitioner,PractitionerRole;asserter Reference>Patient,RelatedPerson,Practitioner,PractitionerRole;performer *.Procedure.performer;location Reference>Location;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,Procedure,DiagnosticReport,DocumentReference;bodySite *CodeableConcept;outcome CodeableConcept;report *Reference>DiagnosticReport,DocumentReference,Composition;complication *CodeableConcept;complicationDetail *Reference>Condition;followUp *CodeableConcept;note *Annotation;focalDevice *.Procedure.focalDevice;usedReference *Reference>Device,Medication,Substance;usedCode *CodeableConcept',
    'Procedure.focalDevice':
      'id string;extension *Extension;modifierExtension *Extension;action CodeableConcept;manipulated !Reference>Device',
    'Procedure.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson,Device;onBehalfOf Reference>Organization',
    ProdCharacteristic:
      'id string;extension *Extension;modifierExtension *Extension;height Quantity;width Quantity;depth Quantity;weight Quantity;nominalVolume Quantity;externalDiameter Quantity;shape string;color *string;imprint *string;image *Attachment;scoring CodeableConcept',
    ProductShelfLife:
      'id string;extension *Extension;modifierExtension *Extension;identifier Identifier;type !CodeableConcept;period !Quantity;specialPrecautionsForStorage *CodeableConcept',
    Provenance:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;target !*Reference;occurred[x] Period|dateTime;recorded !instant;policy *uri;location Reference>Location;reason *CodeableConcept;activity CodeableConcept;agent !*.Provenance.agent;entity *.Provenance.entity;signature *Signature',
    'Provenance.agent':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;role *CodeableConcept;who !Reference>Practitioner,PractitionerRole,RelatedPerson,Patient,Device,Organization;onBehalfOf Reference>Practitioner,PractitionerRole,RelatedPerson,Patient,Device,Organization',
    'Provenance.entity':
      'id string;extension *Extension;modifierExtension *Extension;role !code=provenance-entity-role;what !Reference;agent *.Provenance.agent',
    RegulatedAuthorization:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;subject *Reference>MedicinalProductDefinition,BiologicallyDerivedProduct,NutritionProduct,PackagedProductDefinition,SubstanceDefinition,DeviceDefinition,ResearchStudy,ActivityDefinition,PlanDefinition,ObservationDefinition,Practitioner,Organization,Location;type CodeableConcept;description markdown;region *CodeableConcept;status CodeableConcept;statusDate dateTime;validityPeriod Period;indication CodeableReference>ClinicalUseDefinition;intendedUse CodeableConcept;basis *CodeableConcept;holder Reference>Organization;regulator Reference>Organization;case .RegulatedAuthorization.case',
    'RegulatedAuthorization.case':
      'id string;extension *Extension;modifierExtension *Extension;identifier Identifier;type CodeableConcept;status CodeableConcept;date[x] Period|dateTime;application *.RegulatedAuthorization.case',
    RelatedPerson:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;patient !Reference>Patient;relationship *CodeableConcept;name *HumanName;telecom *ContactPoint;gender code=administrative-gender;birthDate date;address *Address;photo *Attachment;period Period;communication *.RelatedPerson.communication',
    'RelatedPerson.communication':
      'id string;extension *Extension;modifierExtension *Extension;language !CodeableConcept;preferred boolean',
    RequestGroup:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference;replaces *Reference;groupIdentifier Identifier;status !code=request-status;intent !code=request-intent;priority code=request-priority;code CodeableConcept;subject Reference>Patient,Group;encounter Reference>Encounter;authoredOn dateTime;author Reference>Device,Practitioner,PractitionerRole;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport,DocumentReference;note *Annotation;action *.RequestGroup.action',
    'RequestGroup.action':
      'id string;extension *Extension;modifierExtension *Extension;prefix string;title string;description string;textEquivalent string;priority code=request-priority;code *CodeableConcept;documentation *RelatedArtifact;condition *.RequestGroup.action.condition;relatedAction *.RequestGroup.action.relatedAction;timing[x] dateTime|Age|Period|Duration|Range|Timing;participant *Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Device;type CodeableConcept;groupingBehavior code=action-grouping-behavior;selectionBehavior code=action-selection-behavior;requiredBehavior code=action-required-behavior;precheckBehavior code=action-precheck-behavior;cardinalityBehavior code=action-cardinality-behavior;resource Reference;action *.RequestGroup.action',
    'RequestGroup.action.condition':
      'id string;extension *Extension;modifierExtension *Extension;kind !code=action-condition-kind;expression Expression',
    'RequestGroup.action.relatedAction':
      'id string;extension *Extension;modifierExtension *Extension;actionId !id;relationship !code=action-relationship-type;offset[x] Duration|Range',
    ResearchDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;title string;shortTitle string;subtitle string;status !code=publication-status;experimental boolean;subject[x] CodeableConcept|Reference>Group;date dateTime;publisher string;contact *ContactDetail;description markdown;comment *string;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage string;copyright markdown;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;library *canonical;population !Reference>ResearchElementDefinition;exposure Reference>ResearchElementDefinition;exposureAlternative Reference>ResearchElementDefinition;outcome Reference>ResearchElementDefinition',
    ResearchElementDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;title string;shortTitle string;subtitle string;status !code=publication-status;experimental boolean;subject[x] CodeableConcept|Reference>Group;date dateTime;publisher string;contact *ContactDetail;description markdown;comment *string;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage string;copyright markdown;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;library *canonical;type !code=research-element-type;variableType code=variable-type;characteristic !*.ResearchElementDefinition.characteristic',
    'ResearchElementDefinition.characteristic':
      'id string;extension *Extension;modifierExtension *Extension;definition[x] !CodeableConcept|canonical|Expression|DataRequirement;usageContext *UsageContext;exclude boolean;unitOfMeasure CodeableConcept;studyEffectiveDescription string;studyEffective[x] dateTime|Period|Duration|Timing;studyEffectiveTimeFromStart Duration;studyEffectiveGroupMeasure code=group-measure;participantEffectiveDescription string;participantEffective[x] dateTime|Period|Duration|Timing;participantEffectiveTimeFromStart Duration;participantEffectiveGroupMeasure code=group-measure',
    ResearchStudy:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;title string;protocol *Reference>PlanDefinition;partOf *Reference>ResearchStudy;status !code=research-study-status;primaryPurposeType CodeableConcept;phase CodeableConcept;category *CodeableConcept;focus *CodeableConcept;condition *CodeableConcept;contact *ContactDetail;relatedArtifact *RelatedArtifact;keyword *CodeableConcept;location *CodeableConcept;description markdown;enrollment *Reference>Group;period Period;sponsor Reference>Organization;principalInvestigator Reference>Practitioner,PractitionerRole;site *Reference>Location;reasonStopped CodeableConcept;note *Annotation;arm *.ResearchStudy.arm;objective *.ResearchStudy.objective',
    'ResearchStudy.arm':
      'id string;extension *Extension;modifierExtension *Extension;name !string;type CodeableConcept;description string',
    'ResearchStudy.objective':
      'id string;extension *Extension;modifierExtension *Extension;name string;type CodeableConcept',
    ResearchSubject:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=research-subject-status;period Period;study !Reference>ResearchStudy;individual !Reference>Patient;assignedArm string;actualArm string;consent Reference>Consent',
    RiskAssessment:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn Reference;parent Reference;status !code=observation-status;method CodeableConcept;code CodeableConcept;subject !Reference>Patient,Group;encounter Reference>Encounter;occurrence[x] dateTime|Period;condition Reference>Condition;performer Reference>Practitioner,PractitionerRole,Device;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport,DocumentReference;basis *Reference;prediction *.RiskAssessment.prediction;mitigation string;note *Annotation',
    'RiskAssessment.prediction':
      'id string;extension *Extension;modifierExtension *Extension;outcome CodeableConcept;probability[x] decimal|Range;qualitativeRisk CodeableConcept;relativeRisk decimal;when[x] Period|Range;rationale string',
    Schedule:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;serviceCategory *CodeableConcept;serviceType *CodeableConcept;specialty *CodeableConcept;actor !*Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Device,HealthcareService,Location;planningHorizon Period;comment string',
    SearchParameter:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;version string;name !string;derivedFrom canonical;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description !markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;code !code;base !*code;type !code=search-param-type;expression string;xpath string;xpathUsage code=search-xpath-usage;target *code;multipleOr boolean;multipleAnd boolean;comparator *code=search-comparator;modifier *code=search-modifier-code;chain *string;component *.SearchParameter.component',
    'SearchParameter.component':
      'id string;extension *Extension;modifierExtension *Extension;definition !canonical;expression !string',
    ServiceRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference>CarePlan,ServiceRequest,MedicationRequest;replaces *Reference>ServiceRequest;requisition Identifier;status !code=request-status;intent !code=request-intent;category *CodeableConcept;priority code=request-priority;doNotPerform boolean;code CodeableConcept;orderDetail *CodeableConcept;quantity[x] Quantity|Ratio|Range;subject !Reference>Patient,Group,Location,Device;encounter Reference>Encounter;occurrence[x] dateTime|Period|Timing;asNeeded[x] boolean|CodeableConcept;authoredOn dateTime;requester Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson,Device;performerType CodeableConcept;performer *Reference>Practitioner,PractitionerRole,Organization,CareTeam,HealthcareService,Patient,Device,RelatedPerson;locationCode *CodeableConcept;locationReference *Reference>Location;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport,DocumentReference;insurance *Reference>Coverage,ClaimResponse;supportingInfo *Reference;specimen *Reference>Specimen;bodySite *CodeableConcept;note *Annotation;patientInstruction string;relevantHistory *Reference>Provenance',
    Slot: 'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;serviceCategory *CodeableConcept;serviceType *CodeableConcept;specialty *CodeableConcept;appointmentType CodeableConcept;schedule !Reference>Schedule;status !code=slotstatus;start !instant;end !instant;overbooked boolean;comment string',
    Specimen:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;accessionIdentifier Identifier;status code=specimen-status;type CodeableConcept;subject Reference>Patient,Group,Device,Substance,Location;receivedTime dateTime;parent *Reference>Specimen;request *Reference>ServiceRequest;collection .Specimen.collection;processing *.Specimen.processing;container *.Specimen.container;condition *CodeableConcept;note *Annotation',
    'Specimen.collection':
      'id string;extension *Extension;modifierExtension *Extension;collector Reference>Practitioner,PractitionerRole;collected[x] dateTime|Period;duration Duration;quantity Quantity;method CodeableConcept;bodySite CodeableConcept;fastingStatus[x] CodeableConcept|Duration',
    'Specimen.container':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;description string;type CodeableConcept;capacity Quantity;specimenQuantity Quantity;additive[x] CodeableConcept|Reference>Substance',
    'Specimen.processing':
      'id string;extension *Extension;modifierExtension *Extension;description string;procedure CodeableConcept;additive *Reference>Substance;time[x] dateTime|Period',
    SpecimenDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier Identifier;typeCollected CodeableConcept;patientPreparation *CodeableConcept;timeAspect string;collection *CodeableConcept;typeTested *.SpecimenDefinition.typeTested',
    'SpecimenDefinition.typeTested':
      'id string;extension *Extension;modifierExtension *Extension;isDerived boolean;type CodeableConcept;preference !code=specimen-contained-preference;container .SpecimenDefinition.typeTested.container;requirement string;retentionTime Duration;rejectionCriterion *CodeableConcept;handling *.SpecimenDefinition.typeTested.handling',
    'SpecimenDefinition.typeTested.container':
      'id string;extension *Extension;modifierExtension *Extension;material CodeableConcept;type CodeableConcept;cap CodeableConcept;description string;capacity Quantity;minimumVolume[x] Quantity|string;additive *.SpecimenDefinition.typeTested.container.additive;preparation string',
    'SpecimenDefinition.typeTested.container.additive':
      'id string;extension *Extension;modifierExtension *Extension;additive[x] !CodeableConcept|Reference>Substance',
    'SpecimenDefinition.typeTested.handling':
      'id string;extension *Extension;modifierExtension *Extension;temperatureQualifier CodeableConcept;temperatureRange Range;maxDuration Duration;instruction string',
    StructureDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;identifier *Identifier;version string;name !string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;keyword *Coding;fhirVersion code=FHIR-version;mapping *.StructureDefinition.mapping;kind !code=structure-definition-kind;abstract !boolean;context *.StructureDefinition.context;contextInvariant *string;type !uri;baseDefinition canonical;derivation code=type-derivation-rule;snapshot .StructureDefinition.snapshot;differential .StructureDefinition.differential',
    'StructureDefinition.context':
      'id string;extension *Extension;modifierExtension *Extension;type !code=extension-context-type;expression !string',
    'StructureDefinition.differential':
      'id string;extension *Extension;modifierExtension *Extension;element !*ElementDefinition',
    'StructureDefinition.mapping':
      'id string;extension *Extension;modifierExtension *Extension;identity !id;uri uri;name string;comment string',
    'StructureDefinition.snapshot':
      'id string;extension *Extension;modifierExtension *Extension;element !*ElementDefinition',
    StructureMap:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;identifier *Identifier;version string;name !string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;structure *.StructureMap.structure;import *canonical;group !*.StructureMap.group',
    'StructureMap.group':
      'id string;extension *Extension;modifierExtension *Extension;name !id;extends id;typeMode !code=map-group-type-mode;documentation string;input !*.StructureMap.group.input;rule !*.StructureMap.group.rule',
    'StructureMap.group.input':
      'id string;extension *Extension;modifierExtension *Extension;name !id;type string;mode !code=map-input-mode;documentation string',
    'StructureMap.group.rule':
      'id string;extension *Extension;modifierExtension *Extension;name !id;source !*.StructureMap.group.rule.source;target *.StructureMap.group.rule.target;rule *.StructureMap.group.rule;dependent *.StructureMap.group.rule.dependent;documentation string',
    'StructureMap.group.rule.dependent':
      'id string;extension *Extension;modifierExtension *Extension;name !id;variable !*string',
    'StructureMap.group.rule.source':
      'id string;extension *Extension;modifierExtension *Extension;context !id;min integer;max string;type string;defaultValue[x] base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|ContactDetail|Contributor|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Dosage|Meta;element string;listMode code=map-source-list-mode;variable id;condition string;check string;logMessage string',
    'StructureMap.group.rule.target':
      'id string;extension *Extension;modifierExtension *Extension;context id;contextType code=map-context-type;element string;variable id;listMode *code=map-target-list-mode;listRuleId id;transform code=map-transform;parameter *.StructureMap.group.rule.target.parameter',
    'StructureMap.group.rule.target.parameter':
      'id string;extension *Extension;modifierExtension *Extension;value[x] !id|string|boolean|integer|decimal',
    'StructureMap.structure':
      'id string;extension *Extension;modifierExtension *Extension;url !canonical;mode !code=map-model-mode;alias string;documentation string',
    Subscription:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;status !code=subscription-status;contact *ContactPoint;end instant;reason !string;criteria !string;error string;channel !.Subscription.channel',
    'Subscription.channel':
      'id string;extension *Extension;modifierExtension *Extension;type !code=subscription-channel-type;endpoint url;payload code;header *string',
    SubscriptionStatus:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;status code=subscription-status;type !code=subscription-notification-type;eventsSinceSubscriptionStart string;notificationEvent *.SubscriptionStatus.notificationEvent;subscription !Reference>Subscription;topic canonical;error *CodeableConcept',
    'SubscriptionStatus.notificationEvent':
      'id string;extension *Extension;modifierExtension *Extension;eventNumber !string;timestamp instant;focus Reference;additionalContext *Reference',
    SubscriptionTopic:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;identifier *Identifier;version string;title string;derivedFrom *canonical;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;approvalDate date;lastReviewDate date;effectivePeriod Period;resourceTrigger *.SubscriptionTopic.resourceTrigger;eventTrigger *.SubscriptionTopic.eventTrigger;canFilterBy *.SubscriptionTopic.canFilterBy;notificationShape *.SubscriptionTopic.notificationShape',
    'SubscriptionTopic.canFilterBy':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;resource uri;filterParameter !string;filterDefinition uri;modifier *code=subscription-search-modifier',
    'SubscriptionTopic.eventTrigger':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;event !CodeableConcept;resource !uri',
    'SubscriptionTopic.notificationShape':
      'id string;extension *Extension;modifierExtension *Extension;resource !uri;include *string;revInclude *string',
    'SubscriptionTopic.resourceTrigger':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;resource !uri;supportedInteraction *code=interaction-trigger;queryCriteria .SubscriptionTopic.resourceTrigger.queryCriteria;fhirPathCriteria string',
    'SubscriptionTopic.resourceTrigger.queryCriteria':
      'id string;extension *Extension;modifierExtension *Extension;previous string;resultForCreate code=subscriptiontopic-cr-behavior;current string;resultForDelete code=subscriptiontopic-cr-behavior;requireBoth boolean',
    Substance:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=substance-status;category *CodeableConcept;code !CodeableConcept;description string;instance *.Substance.instance;ingredient *.Substance.ingredient',
    'Substance.ingredient':
      'id string;extension *Extension;modifierExtension *Extension;quantity Ratio;substance[x] !CodeableConcept|Reference>Substance',
    'Substance.instance':
      'id string;extension *Extension;modifierExtension *Extension;identifier Identifier;expiry dateTime;quantity Quantity',
    SubstanceDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;version string;status CodeableConcept;classification *CodeableConcept;domain CodeableConcept;grade *CodeableConcept;description markdown;informationSource *Reference>Citation;note *Annotation;manufacturer *Reference>Organization;supplier *Reference>Organization;moiety *.SubstanceDefinition.moiety;property *.SubstanceDefinition.property;molecularWeight *.SubstanceDefinition.molecularWeight;structure .SubstanceDefinition.structure;code *.SubstanceDefinition.code;name *.SubstanceDefinition.name;relationship *.SubstanceDefinition.relationship;sourceMaterial .SubstanceDefinition.sourceMaterial',
    'SubstanceDefinition.code':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;status CodeableConcept;statusDate dateTime;note *Annotation;source *Reference>DocumentReference',
    'SubstanceDefinition.moiety':
      'id string;extension *Extension;modifierExtension *Extension;role CodeableConcept;identifier Identifier;name string;stereochemistry CodeableConcept;opticalActivity CodeableConcept;molecularFormula string;amount[x] Quantity|string;measurementType CodeableConcept',
    'SubstanceDefinition.molecularWeight':
      'id string;extension *Extension;modifierExtension *Extension;method CodeableConcept;type CodeableConcept;amount !Quantity',
    'SubstanceDefinition.name':
      'id string;extension *Extension;modifierExtension *Extension;name !string;type CodeableConcept;status CodeableConcept;preferred boolean;language *CodeableConcept;domain *CodeableConcept;jurisdiction *CodeableConcept;synonym *.SubstanceDefinition.name;translation *.SubstanceDefinition.name;official *.SubstanceDefinition.name.official;source *Reference>DocumentReference',
    'SubstanceDefinition.name.official':
      'id string;extension *Extension;modifierExtension *Extension;authority CodeableConcept;status CodeableConcept;date dateTime',
    'SubstanceDefinition.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] CodeableConcept|Quantity|date|boolean|Attachment',
    'SubstanceDefinition.relationship':
      'id string;extension *Extension;modifierExtension *Extension;substanceDefinition[x] Reference>SubstanceDefinition|CodeableConcept;type !CodeableConcept;isDefining boolean;amount[x] Quantity|Ratio|string;ratioHighLimitAmount Ratio;comparator CodeableConcept;source *Reference>DocumentReference',
    'SubstanceDefinition.sourceMaterial':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;genus CodeableConcept;species CodeableConcept;part CodeableConcept;countryOfOrigin *CodeableConcept',
    'SubstanceDefinition.structure':
      'id string;extension *Extension;modifierExtension *Extension;stereochemistry CodeableConcept;opticalActivity CodeableConcept;molecularFormula string;molecularFormulaByMoiety string;molecularWeight .SubstanceDefinition.molecularWeight;technique *CodeableConcept;sourceDocument *Reference>DocumentReference;representation *.SubstanceDefinition.structure.representation',
    'SubstanceDefinition.structure.representation':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;representation string;format CodeableConcept;document Reference>DocumentReference',
    SupplyDelivery:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>SupplyRequest;partOf *Reference>SupplyDelivery,Contract;status code=supplydelivery-status;patient Reference>Patient;type CodeableConcept;suppliedItem .SupplyDelivery.suppliedItem;occurrence[x] dateTime|Period|Timing;supplier Reference>Practitioner,PractitionerRole,Organization;destination Reference>Location;receiver *Reference>Practitioner,PractitionerRole',
    'SupplyDelivery.suppliedItem':
      'id string;extension *Extension;modifierExtension *Extension;quantity Quantity;item[x] CodeableConcept|Reference>Medication,Substance,Device',
    SupplyRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=supplyrequest-status;category CodeableConcept;priority code=request-priority;item[x] !CodeableConcept|Reference>Medication,Substance,Device;quantity !Quantity;parameter *.SupplyRequest.parameter;occurrence[x] dateTime|Period|Timing;authoredOn dateTime;requester Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson,Device;supplier *Reference>Organization,HealthcareService;reasonCode *CodeableConcept;reasonReference *Reference>Condition,Observation,DiagnosticReport,DocumentReference;deliverFrom Reference>Organization,Location;deliverTo Reference>Organization,Location,Patient',
    'SupplyRequest.parameter':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;value[x] CodeableConcept|Quantity|Range|boolean',
    Task: 'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical canonical;instantiatesUri uri;basedOn *Reference;groupIdentifier Identifier;partOf *Reference>Task;status !code=task-status;statusReason CodeableConcept;businessStatus CodeableConcept;intent !code=task-intent;priority code=request-priority;code CodeableConcept;description string;focus Reference;for Reference;encounter Reference>Encounter;executionPeriod Period;authoredOn dateTime;lastModified dateTime;requester Reference>Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;performerType *CodeableConcept;owner Reference>Practitioner,PractitionerRole,Organization,CareTeam,HealthcareService,Patient,Device,RelatedPerson;location Reference>Location;reasonCode CodeableConcept;reasonReference Reference;insurance *Reference>Coverage,ClaimResponse;note *Annotation;relevantHistory *Reference>Provenance;restriction .Task.restriction;input *.Task.input;output *.Task.output',
    'Task.input':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|ContactDetail|Contributor|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Dosage|Meta',
    'Task.output':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|ContactDetail|Contributor|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Dosage|Meta',
    'Task.restriction':
      'id string;extension *Extension;modifierExtension *Extension;repetitions positiveInt;period Period;recipient *Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Group,Organization',
    TerminologyCapabilities:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;version string;name string;title string;status !code=publication-status;experimental boolean;date !dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;kind !code=capability-statement-kind;software .TerminologyCapabilities.software;implementation .TerminologyCapabilities.implementation;lockedDate boolean;codeSystem *.TerminologyCapabilities.codeSystem;expansion .TerminologyCapabilities.expansion;codeSearch code=code-search-support;validateCode .TerminologyCapabilities.validateCode;translation .TerminologyCapabilities.translation;closure .TerminologyCapabilities.closure',
    'TerminologyCapabilities.closure':
      'id string;extension *Extension;modifierExtension *Extension;translation boolean',
    'TerminologyCapabilities.codeSystem':
      'id string;extension *Extension;modifierExtension *Extension;uri canonical;version *.TerminologyCapabilities.codeSystem.version;subsumption boolean',
    'TerminologyCapabilities.codeSystem.version':
      'id string;extension *Extension;modifierExtension *Extension;code string;isDefault boolean;compositional boolean;language *code;filter *.TerminologyCapabilities.codeSystem.version.filter;property *code',
    'TerminologyCapabilities.codeSystem.version.filter':
      'id string;extension *Extension;modifierExtension *Extension;code !code;op !*code',
    'TerminologyCapabilities.expansion':
      'id string;extension *Extension;modifierExtension *Extension;hierarchical boolean;paging boolean;incomplete boolean;parameter *.TerminologyCapabilities.expansion.parameter;textFilter markdown',
    'TerminologyCapabilities.expansion.parameter':
      'id string;extension *Extension;modifierExtension *Extension;name !code;documentation string',
    'TerminologyCapabilities.implementation':
      'id string;extension *Extension;modifierExtension *Extension;description !string;url url',
    'TerminologyCapabilities.software':
      'id string;extension *Extension;modifierExtension *Extension;name !string;version string',
    'TerminologyCapabilities.translation':
      'id string;extension *Extension;modifierExtension *Extension;needsMap !boolean',
    'TerminologyCapabilities.validateCode':
      'id string;extension *Extension;modifierExtension *Extension;translations !boolean',
    TestReport:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier Identifier;name string;status !code=report-status-codes;testScript !Reference>TestScript;result !code=report-result-codes;score decimal;tester string;issued dateTime;participant *.TestReport.participant;setup .TestReport.setup;test *.TestReport.test;teardown .TestReport.teardown',
    'TestReport.participant':
      'id string;extension *Extension;modifierExtension *Extension;type !code=report-participant-type;uri !uri;display string',
    'TestReport.setup':
      'id string;extension *Extension;modifierExtension *Extension;action !*.TestReport.setup.action',
    'TestReport.setup.action':
      'id string;extension *Extension;modifierExtension *Extension;operation .TestReport.setup.action.operation;assert .TestReport.setup.action.assert',
    'TestReport.setup.action.assert':
      'id string;extension *Extension;modifierExtension *Extension;result !code=report-action-result-codes;message markdown;detail string',
    'TestReport.setup.action.operation':
      'id string;extension *Extension;modifierExtension *Extension;result !code=report-action-result-codes;message markdown;detail uri',
    'TestReport.teardown':
      'id string;extension *Extension;modifierExtension *Extension;action !*.TestReport.teardown.action',
    'TestReport.teardown.action':
      'id string;extension *Extension;modifierExtension *Extension;operation !.TestReport.setup.action.operation',
    'TestReport.test':
      'id string;extension *Extension;modifierExtension *Extension;name string;description string;action !*.TestReport.test.action',
    'TestReport.test.action':
      'id string;extension *Extension;modifierExtension *Extension;operation .TestReport.setup.action.operation;assert .TestReport.setup.action.assert',
    TestScript:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;identifier Identifier;version string;name !string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;origin *.TestScript.origin;destination *.TestScript.destination;metadata .TestScript.metadata;fixture *.TestScript.fixture;profile *Reference;variable *.TestScript.variable;setup .TestScript.setup;test *.TestScript.test;teardown .TestScript.teardown',
    'TestScript.destination':
      'id string;extension *Extension;modifierExtension *Extension;index !integer;profile !Coding',
    'TestScript.fixture':
      'id string;extension *Extension;modifierExtension *Extension;autocreate !boolean;autodelete !boolean;resource Reference',
    'TestScript.metadata':
      'id string;extension *Extension;modifierExtension *Extension;link *.TestScript.metadata.link;capability !*.TestScript.metadata.capability',
    'TestScript.metadata.capability':
      'id string;extension *Extension;modifierExtension *Extension;required !boolean;validated !boolean;description string;origin *integer;destination integer;link *uri;capabilities !canonical',
    'TestScript.metadata.link':
      'id string;extension *Extension;modifierExtension *Extension;url !uri;description string',
    'TestScript.origin':
      'id string;extension *Extension;modifierExtension *Extension;index !integer;profile !Coding',
    'TestScript.setup':
      'id string;extension *Extension;modifierExtension *Extension;action !*.TestScript.setup.action',
    'TestScript.setup.action':
      'id string;extension *Extension;modifierExtension *Extension;operation .TestScript.setup.action.operation;assert .TestScript.setup.action.assert',
    'TestScript.setup.action.assert':
      'id string;extension *Extension;modifierExtension *Extension;label string;description string;direction code=assert-direction-codes;compareToSourceId string;compareToSourceExpression string;compareToSourcePath string;contentType code;expression string;headerField string;minimumId string;navigationLinks boolean;operator code=assert-operator-codes;path string;requestMethod code=http-operations;requestURL string;resource code;response code=assert-response-code-types;responseCode string;sourceId id;validateProfileId id;value string;warningOnly !boolean',
    'TestScript.setup.action.operation':
      'id string;extension *Extension;modifierExtension *Extension;type Coding;resource code;label string;description string;accept code;contentType code;destination integer;encodeRequestUrl !boolean;method code=http-operations;origin integer;params string;requestHeader *.TestScript.setup.action.operation.requestHeader;requestId id;responseId id;sourceId id;targetId id;url string',
    'TestScript.setup.action.operation.requestHeader':
      'id string;extension *Extension;modifierExtension *Extension;field !string;value !string',
    'TestScript.teardown':
      'id string;extension *Extension;modifierExtension *Extension;action !*.TestScript.teardown.action',
    'TestScript.teardown.action':
      'id string;extension *Extension;modifierExtension *Extension;operation !.TestScript.setup.action.operation',
    'TestScript.test':
      'id string;extension *Extension;modifierExtension *Extension;name string;description string;action !*.TestScript.test.action',
    'TestScript.test.action':
      'id string;extension *Extension;modifierExtension *Extension;operation .TestScript.setup.action.operation;assert .TestScript.setup.action.assert',
    'TestScript.variable':
      'id string;extension *Extension;modifierExtension *Extension;name !string;defaultValue string;description string;expression string;headerField string;hint string;path string;sourceId id',
    VerificationResult:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;target *Reference;targetLocation *string;need CodeableConcept;status !code=verificationresult-status;statusDate dateTime;validationType CodeableConcept;validationProcess *CodeableConcept;frequency Timing;lastPerformed dateTime;nextScheduled date;failureAction CodeableConcept;primarySource *.VerificationResult.primarySource;attestation .VerificationResult.attestation;validator *.VerificationResult.validator',
    'VerificationResult.attestation':
      'id string;extension *Extension;modifierExtension *Extension;who Reference>Practitioner,PractitionerRole,Organization;onBehalfOf Reference>Organization,Practitioner,PractitionerRole;communicationMethod CodeableConcept;date date;sourceIdentityCertificate string;proxyIdentityCertificate string;proxySignature Signature;sourceSignature Signature',
    'VerificationResult.primarySource':
      'id string;extension *Extension;modifierExtension *Extension;who Reference>Organization,Practitioner,PractitionerRole;type *CodeableConcept;communicationMethod *CodeableConcept;validationStatus CodeableConcept;validationDate dateTime;canPushUpdates CodeableConcept;pushTypeAvailable *CodeableConcept',
    'VerificationResult.validator':
      'id string;extension *Extension;modifierExtension *Extension;organization !Reference>Organization;identityCertificate string;attestationSignature Signature',
    VisionPrescription:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;created !dateTime;patient !Reference>Patient;encounter Reference>Encounter;dateWritten !dateTime;prescriber !Reference>Practitioner,PractitionerRole;lensSpecification !*.VisionPrescription.lensSpecification',
    'VisionPrescription.lensSpecification':
      'id string;extension *Extension;modifierExtension *Extension;product !CodeableConcept;eye !code=vision-eye-codes;sphere decimal;cylinder decimal;axis integer;prism *.VisionPrescription.lensSpecification.prism;add decimal;power decimal;backCurve decimal;diameter decimal;duration Quantity;color string;brand string;note *Annotation',
    'VisionPrescription.lensSpecification.prism':
      'id string;extension *Extension;modifierExtension *Extension;amount !decimal;base !code=vision-base-codes',
  },
  codes: {
    'FHIR-version':
      '0.01 0.05 0.06 0.11 0.0.80 0.0.81 0.0.82 0.4.0 0.5.0 1.0.0 1.0.1 1.0.2 1.1.0 1.4.0 1.6.0 1.8.0 3.0.0 3.0.1 3.0.2 3.3.0 3.5.0 4.0.0 4.0.1 4.1.0 4.3.0-cibuild 4.3.0-snapshot1 4.3.0',
    'account-status': 'active inactive entered-in-error on-hold unknown',
    'action-cardinality-behavior': 'single multiple',
    'action-condition-kind': 'applicability start stop',
    'action-grouping-behavior': 'visual-group logical-group sentence-group',
    'action-participant-type': 'patient practitioner related-person device',
    'action-precheck-behavior': 'yes no',
    'action-relationship-type':
      'before-start before before-end concurrent-with-start concurrent concurrent-with-end after-start after after-end',
    'action-required-behavior': 'must could must-unless-documented',
    'action-selection-behavior': 'any all all-or-none exactly-one at-most-one one-or-more',
    'administrative-gender': 'male female other unknown',
    'adverse-event-actuality': 'actual potential',
    'allergy-intolerance-category': 'food medication environment biologic',
    'allergy-intolerance-criticality': 'low high unable-to-assess',
    'allergy-intolerance-type': 'allergy intolerance',
    appointmentstatus:
      'proposed pending booked arrived fulfilled cancelled noshow entered-in-error checked-in waitlist',
    'assert-direction-codes': 'response request',
    'assert-operator-codes':
      'equals notEquals in notIn greaterThan lessThan empty notEmpty contains notContains eval',
    'assert-response-code-types':
      'okay created noContent notModified bad forbidden notFound methodNotAllowed conflict gone preconditionFailed unprocessable',
    'audit-event-action': 'C R U D E',
    'audit-event-outcome': '0 4 8 12',
    'binding-strength': 'required extensible preferred example',
    'capability-statement-kind': 'instance capability requirements',
    'care-plan-activity-kind':
      'Appointment CommunicationRequest DeviceRequest MedicationRequest NutritionOrder Task ServiceRequest VisionPrescription',
    'care-plan-activity-status':
      'not-started scheduled in-progress on-hold completed cancelled stopped unknown entered-in-error',
    'care-plan-intent': 'proposal plan order option',
    'care-team-status': 'proposed active suspended inactive entered-in-error',
    'characteristic-combination': 'intersection union',
    'chargeitem-status': 'planned billable not-billable aborted billed entered-in-error unknown',
    'claim-use': 'claim preauthorization predetermination',
    'clinical-use-definition-type': 'indication contraindication interaction undesirable-effect warning',
    'clinicalimpression-status': 'in-progress completed entered-in-error',
    'code-search-support': 'explicit all',
    'compartment-type': 'Patient Encounter RelatedPerson Practitioner Device',
    'composition-attestation-mode': 'personal professional legal official',
    'concept-map-equivalence':
      'relatedto equivalent equal wider subsumes narrower specializes inexact unmatched disjoint',
    'conceptmap-unmapped-mode': 'provided fixed other-map',
    'conditional-delete-status': 'not-supported single multiple',
    'conditional-read-status': 'not-supported modified-since not-match full-support',
    'consent-data-meaning': 'instance related dependents authoredby',
    'consent-provision-type': 'deny permit',
    'consent-state-codes': 'draft proposed active rejected inactive entered-in-error',
    'constraint-severity': 'error warning',
    'contract-publicationstatus':
      'amended appended cancelled disputed entered-in-error executable executed negotiable offered policy rejected renewed revoked resolved terminated',
    'contract-status':
      'amended appended cancelled disputed entered-in-error executable executed negotiable offered policy rejected renewed revoked resolved terminated',
    'detectedissue-severity': 'high moderate low',
    'device-nametype':
      'udi-label-name user-friendly-name patient-reported-name manufacturer-name model-name other',
    'device-statement-status': 'active completed entered-in-error intended stopped on-hold',
    'device-status': 'active inactive entered-in-error unknown',
    'diagnostic-report-status':
      'registered partial preliminary final amended corrected appended cancelled entered-in-error unknown',
    'discriminator-type': 'value exists pattern type profile',
    'document-mode': 'producer consumer',
    'eligibilityrequest-purpose': 'auth-requirements benefits discovery validation',
    'eligibilityresponse-purpose': 'auth-requirements benefits discovery validation',
    'encounter-location-status': 'planned active reserved completed',
    'encounter-status':
      'planned arrived triaged in-progress onleave finished cancelled entered-in-error unknown',
    'endpoint-status': 'active suspended error off entered-in-error test',
    'episode-of-care-status': 'planned waitlist active onhold finished cancelled entered-in-error',
    'event-capability-mode': 'sender receiver',
    'event-status': 'preparation in-progress not-done on-hold stopped completed entered-in-error unknown',
    'examplescenario-actor-type': 'person entity',
    'explanationofbenefit-status': 'active cancelled draft entered-in-error',
    'extension-context-type': 'fhirpath element extension',
    'flag-status': 'active inactive entered-in-error',
    'fm-status': 'active cancelled draft entered-in-error',
    'goal-status': 'proposed planned accepted active on-hold completed cancelled entered-in-error rejected',
    'graph-compartment-rule': 'identical matching different custom',
    'graph-compartment-use': 'condition requirement',
    'group-measure': 'mean median mean-of-mean mean-of-median median-of-mean median-of-median',
    'group-type': 'person animal practitioner device medication substance',
    'guidance-response-status': 'success data-requested data-required in-progress failure entered-in-error',
    'guide-page-generation': 'html markdown xml generated',
    'guide-parameter-code':
      'apply path-resource path-pages path-tx-cache expansion-parameter rule-broken-links generate-xml generate-json generate-turtle html-template',
    'history-status': 'partial completed entered-in-error health-unknown',
    'http-operations': 'delete get options patch post put head',
    'identity-assuranceLevel': 'level1 level2 level3 level4',
    'imagingstudy-status': 'registered available cancelled entered-in-error unknown',
    'immunization-evaluation-status': 'completed entered-in-error',
    'immunization-status': 'completed entered-in-error not-done',
    'ingredient-manufacturer-role': 'allowed possible actual',
    'interaction-trigger': 'create update delete',
    'invoice-priceComponentType': 'base surcharge deduction discount tax informational',
    'invoice-status': 'draft issued balanced cancelled entered-in-error',
    'link-type': 'replaced-by replaces refer seealso',
    'linkage-type': 'source alternate historical',
    'list-mode': 'working snapshot changes',
    'list-status': 'current retired entered-in-error',
    'location-mode': 'instance kind',
    'location-status': 'active suspended inactive',
    'map-context-type': 'type variable',
    'map-group-type-mode': 'none types type-and-types',
    'map-input-mode': 'source target',
    'map-model-mode': 'source queried target produced',
    'map-source-list-mode': 'first not_first last not_last only_one',
    'map-target-list-mode': 'first share last collate',
    'map-transform':
      'create copy truncate escape cast append translate reference dateOp uuid pointer evaluate cc c qty id cp',
    'measure-report-status': 'complete pending error',
    'measure-report-type': 'individual subject-list summary data-collection',
    'medication-admin-status': 'in-progress not-done on-hold completed entered-in-error stopped unknown',
    'medication-statement-status':
      'active completed entered-in-error intended stopped on-hold unknown not-taken',
    'medication-status': 'active inactive entered-in-error',
    'medicationdispense-status':
      'preparation in-progress cancelled on-hold completed entered-in-error stopped declined unknown',
    'medicationknowledge-status': 'active inactive entered-in-error',
    'medicationrequest-intent':
      'proposal plan order original-order reflex-order filler-order instance-order option',
    'medicationrequest-status': 'active on-hold cancelled completed entered-in-error stopped draft unknown',
    'message-significance-category': 'consequence currency notification',
    'messageheader-response-request': 'always on-error never on-success',
    'metric-calibration-state': 'not-calibrated calibration-required calibrated unspecified',
    'metric-calibration-type': 'unspecified offset gain two-point',
    'metric-category': 'measurement setting calculation unspecified',
    'metric-color': 'black red green yellow blue magenta cyan white',
    'metric-operational-status': 'on off standby entered-in-error',
    'namingsystem-identifier-type': 'oid uuid uri other',
    'namingsystem-type': 'codesystem identifier root',
    'network-type': '1 2 3 4 5',
    'note-type': 'display print printoper',
    'nutritionproduct-status': 'active inactive entered-in-error',
    'observation-range-category': 'reference critical absolute',
    'operation-kind': 'operation query',
    'orientation-type': 'sense antisense',
    participantrequired: 'required optional information-only',
    participationstatus: 'accepted declined tentative needs-action',
    'permitted-data-type':
      'Quantity CodeableConcept string boolean integer Range Ratio SampledData time dateTime Period',
    'product-category': 'organ tissue fluid cells biologicalAgent',
    'product-status': 'available unavailable',
    'product-storage-scale': 'farenheit celsius kelvin',
    'property-representation': 'xmlAttr xmlText typeAttr cdaText xhtml',
    'provenance-entity-role': 'derivation revision quotation source removal',
    'quality-type': 'indel snp unknown',
    'reaction-event-severity': 'mild moderate severe',
    'reference-handling-policy': 'literal logical resolves enforced local',
    'reference-version-rules': 'either independent specific',
    'relation-type': 'triggers is-replaced-by',
    'remittance-outcome': 'queued complete error partial',
    'report-action-result-codes': 'pass skip fail warning error',
    'report-participant-type': 'test-engine client server',
    'report-relation-type':
      'replaces amends appends transforms replacedWith amendedWith appendedWith transformedWith',
    'report-result-codes': 'pass fail pending',
    'report-status-codes': 'completed in-progress waiting stopped entered-in-error',
    'repository-type': 'directlink openapi login oauth other',
    'request-intent':
      'proposal plan directive order original-order reflex-order filler-order instance-order option',
    'request-priority': 'routine urgent asap stat',
    'request-resource-types':
      'Appointment AppointmentResponse CarePlan Claim CommunicationRequest Contract DeviceRequest EnrollmentRequest ImmunizationRecommendation MedicationRequest NutritionOrder ServiceRequest SupplyRequest Task VisionPrescription',
    'request-status': 'draft active on-hold revoked completed entered-in-error unknown',
    'research-element-type': 'population exposure outcome',
    'research-study-status':
      'active administratively-completed approved closed-to-accrual closed-to-accrual-and-intervention completed disapproved in-review temporarily-closed-to-accrual temporarily-closed-to-accrual-and-intervention withdrawn',
    'research-subject-status':
      'candidate eligible follow-up ineligible not-registered off-study on-study on-study-intervention on-study-observation pending-on-study potential-candidate screening withdrawn',
    'resource-aggregation-mode': 'contained referenced bundled',
    'resource-slicing-rules': 'closed open openAtEnd',
    'response-code': 'ok transient-error fatal-error',
    'restful-capability-mode': 'client server',
    'search-comparator': 'eq ne gt lt ge le sa eb ap',
    'search-modifier-code': 'missing exact contains not text in not-in below above type identifier ofType',
    'search-param-type': 'number date string token reference composite quantity uri special',
    'search-xpath-usage': 'normal phonetic nearby distance other',
    'sequence-type': 'aa dna rna',
    slotstatus: 'busy free busy-unavailable busy-tentative entered-in-error',
    'specimen-contained-preference': 'preferred alternate',
    'specimen-status': 'available unavailable unsatisfactory entered-in-error',
    'strand-type': 'watson crick',
    'structure-definition-kind': 'primitive-type complex-type resource logical',
    'subscription-channel-type': 'rest-hook websocket email sms message',
    'subscription-notification-type': 'handshake heartbeat event-notification query-status query-event',
    'subscription-search-modifier': '= eq ne gt lt ge le sa eb ap above below in not-in of-type',
    'subscription-status': 'requested active error off',
    'subscriptiontopic-cr-behavior': 'test-passes test-fails',
    'substance-status': 'active inactive entered-in-error',
    'supplydelivery-status': 'in-progress completed abandoned entered-in-error',
    'supplyrequest-status': 'draft active suspended cancelled completed entered-in-error unknown',
    'system-restful-interaction': 'transaction batch search-system history-system',
    'task-intent':
      'unknown proposal plan order original-order reflex-order filler-order instance-order option',
    'task-status':
      'draft requested received accepted rejected ready cancelled in-progress on-hold failed completed entered-in-error',
    'type-derivation-rule': 'specialization constraint',
    'type-restful-interaction':
      'read vread update patch delete history-instance history-type create search-type',
    'udi-entry-type': 'barcode rfid manual card self-reported unknown',
    'variable-handling': 'continuous dichotomous ordinal polychotomous',
    'variable-type': 'dichotomous continuous descriptive',
    'verificationresult-status': 'attested validated in-process req-revalid val-fail reval-fail',
    'versioning-policy': 'no-version versioned versioned-update',
    'vision-base-codes': 'up down in out',
    'vision-eye-codes': 'right left',
  },
}
