/** The other types of FHIR R5, generated from hl7.fhir.r5.core (CC0) by fhir/generate: do not edit. */
import type { OtherTypes } from './tables.ts'

export const OTHERS: OtherTypes = {
  types: {
    Account:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=account-status;billingStatus CodeableConcept;type CodeableConcept;name string;subject *Reference>Patient,Device,Practitioner,PractitionerRole,Location,HealthcareService,Organization;servicePeriod Period;coverage *.Account.coverage;owner Reference>Organization;description markdown;guarantor *.Account.guarantor;diagnosis *.Account.diagnosis;procedure *.Account.procedure;relatedAccount *.Account.relatedAccount;currency CodeableConcept;balance *.Account.balance;calculatedAt instant',
    'Account.balance':
      'id string;extension *Extension;modifierExtension *Extension;aggregate CodeableConcept;term CodeableConcept;estimate boolean;amount !Money',
    'Account.coverage':
      'id string;extension *Extension;modifierExtension *Extension;coverage !Reference>Coverage;priority positiveInt',
    'Account.diagnosis':
      'id string;extension *Extension;modifierExtension *Extension;sequence positiveInt;condition !CodeableReference>Condition;dateOfDiagnosis dateTime;type *CodeableConcept;onAdmission boolean;packageCode *CodeableConcept',
    'Account.guarantor':
      'id string;extension *Extension;modifierExtension *Extension;party !Reference>Patient,RelatedPerson,Organization;onHold boolean;period Period',
    'Account.procedure':
      'id string;extension *Extension;modifierExtension *Extension;sequence positiveInt;code !CodeableReference>Procedure;dateOfService dateTime;type *CodeableConcept;packageCode *CodeableConcept;device *Reference>Device',
    'Account.relatedAccount':
      'id string;extension *Extension;modifierExtension *Extension;relationship CodeableConcept;account !Reference>Account',
    ActivityDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;subtitle string;status !code=publication-status;experimental boolean;subject[x] CodeableConcept|Reference>Group,MedicinalProductDefinition,SubstanceDefinition,AdministrableProductDefinition,ManufacturedItemDefinition,PackagedProductDefinition|canonical;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;library *canonical;kind code=request-resource-types;profile canonical;code CodeableConcept;intent code=request-intent;priority code=request-priority;doNotPerform boolean;timing[x] Timing|Age|Range|Duration;asNeeded[x] boolean|CodeableConcept;location CodeableReference>Location;participant *.ActivityDefinition.participant;product[x] Reference>Medication,Ingredient,Substance,SubstanceDefinition|CodeableConcept;quantity Quantity;dosage *Dosage;bodySite *CodeableConcept;specimenRequirement *canonical;observationRequirement *canonical;observationResultRequirement *canonical;transform canonical;dynamicValue *.ActivityDefinition.dynamicValue',
    'ActivityDefinition.dynamicValue':
      'id string;extension *Extension;modifierExtension *Extension;path !string;expression !Expression',
    'ActivityDefinition.participant':
      'id string;extension *Extension;modifierExtension *Extension;type code=action-participant-type;typeCanonical canonical;typeReference Reference>CareTeam,Device,DeviceDefinition,Endpoint,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;role CodeableConcept;function CodeableConcept',
    ActorDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;type !code=examplescenario-actor-type;documentation markdown;reference *url;capabilities canonical;derivedFrom *canonical',
    AdministrableProductDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=publication-status;formOf *Reference>MedicinalProductDefinition;administrableDoseForm CodeableConcept;unitOfPresentation CodeableConcept;producedFrom *Reference>ManufacturedItemDefinition;ingredient *CodeableConcept;device Reference>DeviceDefinition;description markdown;property *.AdministrableProductDefinition.property;routeOfAdministration !*.AdministrableProductDefinition.routeOfAdministration',
    'AdministrableProductDefinition.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] CodeableConcept|Quantity|date|boolean|markdown|Attachment|Reference>Binary;status CodeableConcept',
    'AdministrableProductDefinition.routeOfAdministration':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;firstDose Quantity;maxSingleDose Quantity;maxDosePerDay Quantity;maxDosePerTreatmentPeriod Ratio;maxTreatmentPeriod Duration;targetSpecies *.AdministrableProductDefinition.routeOfAdministration.targetSpecies',
    'AdministrableProductDefinition.routeOfAdministration.targetSpecies':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;withdrawalPeriod *.AdministrableProductDefinition.routeOfAdministration.targetSpecies.withdrawalPeriod',
    'AdministrableProductDefinition.routeOfAdministration.targetSpecies.withdrawalPeriod':
      'id string;extension *Extension;modifierExtension *Extension;tissue !CodeableConcept;value !Quantity;supportingInformation string',
    AdverseEvent:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=adverse-event-status;actuality !code=adverse-event-actuality;category *CodeableConcept;code CodeableConcept;subject !Reference>Patient,Group,Practitioner,RelatedPerson,ResearchSubject;encounter Reference>Encounter;occurrence[x] dateTime|Period|Timing;detected dateTime;recordedDate dateTime;resultingEffect *Reference>Condition,Observation;location Reference>Location;seriousness CodeableConcept;outcome *CodeableConcept;recorder Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,ResearchSubject;participant *.AdverseEvent.participant;study *Reference>ResearchStudy;expectedInResearchStudy boolean;suspectEntity *.AdverseEvent.suspectEntity;contributingFactor *.AdverseEvent.contributingFactor;preventiveAction *.AdverseEvent.preventiveAction;mitigatingAction *.AdverseEvent.mitigatingAction;supportingInfo *.AdverseEvent.supportingInfo;note *Annotation',
    'AdverseEvent.contributingFactor':
      'id string;extension *Extension;modifierExtension *Extension;item[x] !Reference>Condition,Observation,AllergyIntolerance,FamilyMemberHistory,Immunization,Procedure,Device,DeviceUsage,DocumentReference,MedicationAdministration,MedicationStatement|CodeableConcept',
    'AdverseEvent.mitigatingAction':
      'id string;extension *Extension;modifierExtension *Extension;item[x] !Reference>Procedure,DocumentReference,MedicationAdministration,MedicationRequest|CodeableConcept',
    'AdverseEvent.participant':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,Device,RelatedPerson,ResearchSubject',
    'AdverseEvent.preventiveAction':
      'id string;extension *Extension;modifierExtension *Extension;item[x] !Reference>Immunization,Procedure,DocumentReference,MedicationAdministration,MedicationRequest|CodeableConcept',
    'AdverseEvent.supportingInfo':
      'id string;extension *Extension;modifierExtension *Extension;item[x] !Reference>Condition,Observation,AllergyIntolerance,FamilyMemberHistory,Immunization,Procedure,DocumentReference,MedicationAdministration,MedicationStatement,QuestionnaireResponse|CodeableConcept',
    'AdverseEvent.suspectEntity':
      'id string;extension *Extension;modifierExtension *Extension;instance[x] !CodeableConcept|Reference>Immunization,Procedure,Substance,Medication,MedicationAdministration,MedicationStatement,Device,BiologicallyDerivedProduct,ResearchStudy;causality .AdverseEvent.suspectEntity.causality',
    'AdverseEvent.suspectEntity.causality':
      'id string;extension *Extension;modifierExtension *Extension;assessmentMethod CodeableConcept;entityRelatedness CodeableConcept;author Reference>Practitioner,PractitionerRole,Patient,RelatedPerson,ResearchSubject',
    AllergyIntolerance:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;clinicalStatus CodeableConcept;verificationStatus CodeableConcept;type CodeableConcept;category *code=allergy-intolerance-category;criticality code=allergy-intolerance-criticality;code CodeableConcept;patient !Reference>Patient;encounter Reference>Encounter;onset[x] dateTime|Age|Period|Range|string;recordedDate dateTime;participant *.AllergyIntolerance.participant;lastOccurrence dateTime;note *Annotation;reaction *.AllergyIntolerance.reaction',
    'AllergyIntolerance.participant':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Patient,RelatedPerson,Device,Organization,CareTeam',
    'AllergyIntolerance.reaction':
      'id string;extension *Extension;modifierExtension *Extension;substance CodeableConcept;manifestation !*CodeableReference>Observation;description string;onset dateTime;severity code=reaction-event-severity;exposureRoute CodeableConcept;note *Annotation',
    Appointment:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=appointmentstatus;cancellationReason CodeableConcept;class *CodeableConcept;serviceCategory *CodeableConcept;serviceType *CodeableReference>HealthcareService;specialty *CodeableConcept;appointmentType CodeableConcept;reason *CodeableReference>Condition,Procedure,Observation,ImmunizationRecommendation;priority CodeableConcept;description string;replaces *Reference>Appointment;virtualService *VirtualServiceDetail;supportingInformation *Reference;previousAppointment Reference>Appointment;originatingAppointment Reference>Appointment;start instant;end instant;minutesDuration positiveInt;requestedPeriod *Period;slot *Reference>Slot;account *Reference>Account;created dateTime;cancellationDate dateTime;note *Annotation;patientInstruction *CodeableReference>DocumentReference,Binary,Communication;basedOn *Reference>CarePlan,DeviceRequest,MedicationRequest,ServiceRequest;subject Reference>Patient,Group;participant !*.Appointment.participant;recurrenceId positiveInt;occurrenceChanged boolean;recurrenceTemplate *.Appointment.recurrenceTemplate',
    'Appointment.participant':
      'id string;extension *Extension;modifierExtension *Extension;type *CodeableConcept;period Period;actor Reference>Patient,Group,Practitioner,PractitionerRole,CareTeam,RelatedPerson,Device,HealthcareService,Location;required boolean;status !code=participationstatus',
    'Appointment.recurrenceTemplate':
      'id string;extension *Extension;modifierExtension *Extension;timezone CodeableConcept;recurrenceType !CodeableConcept;lastOccurrenceDate date;occurrenceCount positiveInt;occurrenceDate *date;weeklyTemplate .Appointment.recurrenceTemplate.weeklyTemplate;monthlyTemplate .Appointment.recurrenceTemplate.monthlyTemplate;yearlyTemplate .Appointment.recurrenceTemplate.yearlyTemplate;excludingDate *date;excludingRecurrenceId *positiveInt',
    'Appointment.recurrenceTemplate.monthlyTemplate':
      'id string;extension *Extension;modifierExtension *Extension;dayOfMonth positiveInt;nthWeekOfMonth Coding;dayOfWeek Coding;monthInterval !positiveInt',
    'Appointment.recurrenceTemplate.weeklyTemplate':
      'id string;extension *Extension;modifierExtension *Extension;monday boolean;tuesday boolean;wednesday boolean;thursday boolean;friday boolean;saturday boolean;sunday boolean;weekInterval positiveInt',
    'Appointment.recurrenceTemplate.yearlyTemplate':
      'id string;extension *Extension;modifierExtension *Extension;yearInterval !positiveInt',
    AppointmentResponse:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;appointment !Reference>Appointment;proposedNewTime boolean;start instant;end instant;participantType *CodeableConcept;actor Reference>Patient,Group,Practitioner,PractitionerRole,RelatedPerson,Device,HealthcareService,Location;participantStatus !code=appointmentresponse-status;comment markdown;recurring boolean;occurrenceDate date;recurrenceId positiveInt',
    ArtifactAssessment:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;title string;citeAs[x] Reference>Citation|markdown;date dateTime;copyright markdown;approvalDate date;lastReviewDate date;artifact[x] !Reference|canonical|uri;content *.ArtifactAssessment.content;workflowStatus code=artifactassessment-workflow-status;disposition code=artifactassessment-disposition',
    'ArtifactAssessment.content':
      'id string;extension *Extension;modifierExtension *Extension;informationType code=artifactassessment-information-type;summary markdown;type CodeableConcept;classifier *CodeableConcept;quantity Quantity;author Reference>Patient,Practitioner,PractitionerRole,Organization,Device;path *uri;relatedArtifact *RelatedArtifact;freeToShare boolean;component *.ArtifactAssessment.content',
    AuditEvent:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;category *CodeableConcept;code !CodeableConcept;action code=audit-event-action;severity code=audit-event-severity;occurred[x] Period|dateTime;recorded !instant;outcome .AuditEvent.outcome;authorization *CodeableConcept;basedOn *Reference>CarePlan,DeviceRequest,ImmunizationRecommendation,MedicationRequest,NutritionOrder,ServiceRequest,Task;patient Reference>Patient;encounter Reference>Encounter;agent !*.AuditEvent.agent;source !.AuditEvent.source;entity *.AuditEvent.entity',
    'AuditEvent.agent':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;role *CodeableConcept;who !Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,Device,RelatedPerson;requestor boolean;location Reference>Location;policy *uri;network[x] Reference>Endpoint|uri|string;authorization *CodeableConcept',
    'AuditEvent.entity':
      'id string;extension *Extension;modifierExtension *Extension;what Reference;role CodeableConcept;securityLabel *CodeableConcept;query base64Binary;detail *.AuditEvent.entity.detail;agent *.AuditEvent.agent',
    'AuditEvent.entity.detail':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !Quantity|CodeableConcept|string|boolean|integer|Range|Ratio|time|dateTime|Period|base64Binary',
    'AuditEvent.outcome':
      'id string;extension *Extension;modifierExtension *Extension;code !Coding;detail *CodeableConcept',
    'AuditEvent.source':
      'id string;extension *Extension;modifierExtension *Extension;site Reference>Location;observer !Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,Device,RelatedPerson;type *CodeableConcept',
    Basic:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;code !CodeableConcept;subject Reference;created dateTime;author Reference>Practitioner,PractitionerRole,Patient,RelatedPerson,Organization,Device,CareTeam',
    BiologicallyDerivedProduct:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;productCategory Coding;productCode CodeableConcept;parent *Reference>BiologicallyDerivedProduct;request *Reference>ServiceRequest;identifier *Identifier;biologicalSourceEvent Identifier;processingFacility *Reference>Organization;division string;productStatus Coding;expirationDate dateTime;collection .BiologicallyDerivedProduct.collection;storageTempRequirements Range;property *.BiologicallyDerivedProduct.property',
    'BiologicallyDerivedProduct.collection':
      'id string;extension *Extension;modifierExtension *Extension;collector Reference>Practitioner,PractitionerRole;source Reference>Patient,Organization;collected[x] dateTime|Period',
    'BiologicallyDerivedProduct.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !boolean|integer|CodeableConcept|Period|Quantity|Range|Ratio|string|Attachment',
    BiologicallyDerivedProductDispense:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>ServiceRequest;partOf *Reference>BiologicallyDerivedProductDispense;status !code=biologicallyderivedproductdispense-status;originRelationshipType CodeableConcept;product !Reference>BiologicallyDerivedProduct;patient !Reference>Patient;matchStatus CodeableConcept;performer *.BiologicallyDerivedProductDispense.performer;location Reference>Location;quantity Quantity;preparedDate dateTime;whenHandedOver dateTime;destination Reference>Location;note *Annotation;usageInstruction string',
    'BiologicallyDerivedProductDispense.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner',
    BodyStructure:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;morphology CodeableConcept;includedStructure !*.BodyStructure.includedStructure;excludedStructure *.BodyStructure.includedStructure;description markdown;image *Attachment;patient !Reference>Patient',
    'BodyStructure.includedStructure':
      'id string;extension *Extension;modifierExtension *Extension;structure !CodeableConcept;laterality CodeableConcept;bodyLandmarkOrientation *.BodyStructure.includedStructure.bodyLandmarkOrientation;spatialReference *Reference>ImagingSelection;qualifier *CodeableConcept',
    'BodyStructure.includedStructure.bodyLandmarkOrientation':
      'id string;extension *Extension;modifierExtension *Extension;landmarkDescription *CodeableConcept;clockFacePosition *CodeableConcept;distanceFromLandmark *.BodyStructure.includedStructure.bodyLandmarkOrientation.distanceFromLandmark;surfaceOrientation *CodeableConcept',
    'BodyStructure.includedStructure.bodyLandmarkOrientation.distanceFromLandmark':
      'id string;extension *Extension;modifierExtension *Extension;device *CodeableReference>Device;value *Quantity',
    CapabilityStatement:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;status !code=publication-status;experimental boolean;date !dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;kind !code=capability-statement-kind;instantiates *canonical;imports *canonical;software .CapabilityStatement.software;implementation .CapabilityStatement.implementation;fhirVersion !code=FHIR-version;format !*code;patchFormat *code;acceptLanguage *code;implementationGuide *canonical;rest *.CapabilityStatement.rest;messaging *.CapabilityStatement.messaging;document *.CapabilityStatement.document',
    'CapabilityStatement.document':
      'id string;extension *Extension;modifierExtension *Extension;mode !code=document-mode;documentation markdown;profile !canonical',
    'CapabilityStatement.implementation':
      'id string;extension *Extension;modifierExtension *Extension;description !markdown;url url;custodian Reference>Organization',
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
      'id string;extension *Extension;modifierExtension *Extension;type !code;profile canonical;supportedProfile *canonical;documentation markdown;interaction *.CapabilityStatement.rest.resource.interaction;versioning code=versioning-policy;readHistory boolean;updateCreate boolean;conditionalCreate boolean;conditionalRead code=conditional-read-status;conditionalUpdate boolean;conditionalPatch boolean;conditionalDelete code=conditional-delete-status;referencePolicy *code=reference-handling-policy;searchInclude *string;searchRevInclude *string;searchParam *.CapabilityStatement.rest.resource.searchParam;operation *.CapabilityStatement.rest.resource.operation',
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
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference>CarePlan,ServiceRequest,RequestOrchestration,NutritionOrder;replaces *Reference>CarePlan;partOf *Reference>CarePlan;status !code=request-status;intent !code=care-plan-intent;category *CodeableConcept;title string;description string;subject !Reference>Patient,Group;encounter Reference>Encounter;period Period;created dateTime;custodian Reference>Patient,Practitioner,PractitionerRole,Device,RelatedPerson,Organization,CareTeam;contributor *Reference>Patient,Practitioner,PractitionerRole,Device,RelatedPerson,Organization,CareTeam;careTeam *Reference>CareTeam;addresses *CodeableReference>Condition;supportingInfo *Reference;goal *Reference>Goal;activity *.CarePlan.activity;note *Annotation',
    'CarePlan.activity':
      'id string;extension *Extension;modifierExtension *Extension;performedActivity *CodeableReference;progress *Annotation;plannedActivityReference Reference>Appointment,CommunicationRequest,DeviceRequest,MedicationRequest,NutritionOrder,Task,ServiceRequest,VisionPrescription,RequestOrchestration,ImmunizationRecommendation,SupplyRequest',
    CareTeam:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=care-team-status;category *CodeableConcept;name string;subject Reference>Patient,Group;period Period;participant *.CareTeam.participant;reason *CodeableReference>Condition;managingOrganization *Reference>Organization;telecom *ContactPoint;note *Annotation',
    'CareTeam.participant':
      'id string;extension *Extension;modifierExtension *Extension;role CodeableConcept;member Reference>Practitioner,PractitionerRole,RelatedPerson,Patient,Organization,CareTeam;onBehalfOf Reference>Organization;coverage[x] Period|Timing',
    ChargeItem:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;definitionUri *uri;definitionCanonical *canonical;status !code=chargeitem-status;partOf *Reference>ChargeItem;code !CodeableConcept;subject !Reference>Patient,Group;encounter Reference>Encounter;occurrence[x] dateTime|Period|Timing;performer *.ChargeItem.performer;performingOrganization Reference>Organization;requestingOrganization Reference>Organization;costCenter Reference>Organization;quantity Quantity;bodysite *CodeableConcept;unitPriceComponent MonetaryComponent;totalPriceComponent MonetaryComponent;overrideReason CodeableConcept;enterer Reference>Practitioner,PractitionerRole,Organization,Patient,Device,RelatedPerson;enteredDate dateTime;reason *CodeableConcept;service *CodeableReference>DiagnosticReport,ImagingStudy,Immunization,MedicationAdministration,MedicationDispense,MedicationRequest,Observation,Procedure,ServiceRequest,SupplyDelivery;product *CodeableReference>Device,Medication,Substance;account *Reference>Account;note *Annotation;supportingInformation *Reference',
    'ChargeItem.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,HealthcareService,CareTeam,Patient,Device,RelatedPerson',
    ChargeItemDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;derivedFromUri *uri;partOf *canonical;replaces *canonical;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;code CodeableConcept;instance *Reference>Medication,Substance,Device,DeviceDefinition,ActivityDefinition,PlanDefinition,HealthcareService;applicability *.ChargeItemDefinition.applicability;propertyGroup *.ChargeItemDefinition.propertyGroup',
    'ChargeItemDefinition.applicability':
      'id string;extension *Extension;modifierExtension *Extension;condition Expression;effectivePeriod Period;relatedArtifact RelatedArtifact',
    'ChargeItemDefinition.propertyGroup':
      'id string;extension *Extension;modifierExtension *Extension;applicability *.ChargeItemDefinition.applicability;priceComponent *MonetaryComponent',
    Citation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;summary *.Citation.summary;classification *.Citation.classification;note *Annotation;currentState *CodeableConcept;statusDate *.Citation.statusDate;relatedArtifact *RelatedArtifact;citedArtifact .Citation.citedArtifact',
    'Citation.citedArtifact':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;relatedIdentifier *Identifier;dateAccessed dateTime;version .Citation.citedArtifact.version;currentState *CodeableConcept;statusDate *.Citation.citedArtifact.statusDate;title *.Citation.citedArtifact.title;abstract *.Citation.citedArtifact.abstract;part .Citation.citedArtifact.part;relatesTo *.Citation.citedArtifact.relatesTo;publicationForm *.Citation.citedArtifact.publicationForm;webLocation *.Citation.citedArtifact.webLocation;classification *.Citation.citedArtifact.classification;contributorship .Citation.citedArtifact.contributorship;note *Annotation',
    'Citation.citedArtifact.abstract':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;language CodeableConcept;text !markdown;copyright markdown',
    'Citation.citedArtifact.classification':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;classifier *CodeableConcept;artifactAssessment *Reference>ArtifactAssessment',
    'Citation.citedArtifact.contributorship':
      'id string;extension *Extension;modifierExtension *Extension;complete boolean;entry *.Citation.citedArtifact.contributorship.entry;summary *.Citation.citedArtifact.contributorship.summary',
    'Citation.citedArtifact.contributorship.entry':
      'id string;extension *Extension;modifierExtension *Extension;contributor !Reference>Practitioner,Organization;forenameInitials string;affiliation *Reference>Organization,PractitionerRole;contributionType *CodeableConcept;role CodeableConcept;contributionInstance *.Citation.citedArtifact.contributorship.entry.contributionInstance;correspondingContact boolean;rankingOrder positiveInt',
    'Citation.citedArtifact.contributorship.entry.contributionInstance':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;time dateTime',
    'Citation.citedArtifact.contributorship.summary':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;style CodeableConcept;source CodeableConcept;value !markdown',
    'Citation.citedArtifact.part':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;value string;baseCitation Reference>Citation',
    'Citation.citedArtifact.publicationForm':
      'id string;extension *Extension;modifierExtension *Extension;publishedIn .Citation.citedArtifact.publicationForm.publishedIn;citedMedium CodeableConcept;volume string;issue string;articleDate dateTime;publicationDateText string;publicationDateSeason string;lastRevisionDate dateTime;language *CodeableConcept;accessionNumber string;pageString string;firstPage string;lastPage string;pageCount string;copyright markdown',
    'Citation.citedArtifact.publicationForm.publishedIn':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;identifier *Identifier;title string;publisher Reference>Organization;publisherLocation string',
    'Citation.citedArtifact.relatesTo':
      'id string;extension *Extension;modifierExtension *Extension;type !code=related-artifact-type-all;classifier *CodeableConcept;label string;display string;citation markdown;document Attachment;resource canonical;resourceReference Reference',
    'Citation.citedArtifact.statusDate':
      'id string;extension *Extension;modifierExtension *Extension;activity !CodeableConcept;actual boolean;period !Period',
    'Citation.citedArtifact.title':
      'id string;extension *Extension;modifierExtension *Extension;type *CodeableConcept;language CodeableConcept;text !markdown',
    'Citation.citedArtifact.version':
      'id string;extension *Extension;modifierExtension *Extension;value !string;baseCitation Reference>Citation',
    'Citation.citedArtifact.webLocation':
      'id string;extension *Extension;modifierExtension *Extension;classifier *CodeableConcept;url uri',
    'Citation.classification':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;classifier *CodeableConcept',
    'Citation.statusDate':
      'id string;extension *Extension;modifierExtension *Extension;activity !CodeableConcept;actual boolean;period !Period',
    'Citation.summary':
      'id string;extension *Extension;modifierExtension *Extension;style CodeableConcept;text !markdown',
    Claim:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;traceNumber *Identifier;status !code=fm-status;type !CodeableConcept;subType CodeableConcept;use !code=claim-use;patient !Reference>Patient;billablePeriod Period;created !dateTime;enterer Reference>Practitioner,PractitionerRole,Patient,RelatedPerson;insurer Reference>Organization;provider Reference>Practitioner,PractitionerRole,Organization;priority CodeableConcept;fundsReserve CodeableConcept;related *.Claim.related;prescription Reference>DeviceRequest,MedicationRequest,VisionPrescription;originalPrescription Reference>DeviceRequest,MedicationRequest,VisionPrescription;payee .Claim.payee;referral Reference>ServiceRequest;encounter *Reference>Encounter;facility Reference>Location,Organization;diagnosisRelatedGroup CodeableConcept;event *.Claim.event;careTeam *.Claim.careTeam;supportingInfo *.Claim.supportingInfo;diagnosis *.Claim.diagnosis;procedure *.Claim.procedure;insurance *.Claim.insurance;accident .Claim.accident;patientPaid Money;item *.Claim.item;total Money',
    'Claim.accident':
      'id string;extension *Extension;modifierExtension *Extension;date !date;type CodeableConcept;location[x] Address|Reference>Location',
    'Claim.careTeam':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;provider !Reference>Practitioner,PractitionerRole,Organization;responsible boolean;role CodeableConcept;specialty CodeableConcept',
    'Claim.diagnosis':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;diagnosis[x] !CodeableConcept|Reference>Condition;type *CodeableConcept;onAdmission CodeableConcept',
    'Claim.event':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;when[x] !dateTime|Period',
    'Claim.insurance':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;focal !boolean;identifier Identifier;coverage !Reference>Coverage;businessArrangement string;preAuthRef *string;claimResponse Reference>ClaimResponse',
    'Claim.item':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;traceNumber *Identifier;careTeamSequence *positiveInt;diagnosisSequence *positiveInt;procedureSequence *positiveInt;informationSequence *positiveInt;revenue CodeableConcept;category CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;request *Reference>DeviceRequest,MedicationRequest,NutritionOrder,ServiceRequest,SupplyRequest,VisionPrescription;modifier *CodeableConcept;programCode *CodeableConcept;serviced[x] date|Period;location[x] CodeableConcept|Address|Reference>Location;patientPaid Money;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;udi *Reference>Device;bodySite *.Claim.item.bodySite;encounter *Reference>Encounter;detail *.Claim.item.detail',
    'Claim.item.bodySite':
      'id string;extension *Extension;modifierExtension *Extension;site !*CodeableReference>BodyStructure;subSite *CodeableConcept',
    'Claim.item.detail':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;traceNumber *Identifier;revenue CodeableConcept;category CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;patientPaid Money;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;udi *Reference>Device;subDetail *.Claim.item.detail.subDetail',
    'Claim.item.detail.subDetail':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;traceNumber *Identifier;revenue CodeableConcept;category CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;patientPaid Money;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;udi *Reference>Device',
    'Claim.payee':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;party Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson',
    'Claim.procedure':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;type *CodeableConcept;date dateTime;procedure[x] !CodeableConcept|Reference>Procedure;udi *Reference>Device',
    'Claim.related':
      'id string;extension *Extension;modifierExtension *Extension;claim Reference>Claim;relationship CodeableConcept;reference Identifier',
    'Claim.supportingInfo':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;category !CodeableConcept;code CodeableConcept;timing[x] date|Period;value[x] boolean|string|Quantity|Attachment|Reference|Identifier;reason CodeableConcept',
    ClaimResponse:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;traceNumber *Identifier;status !code=fm-status;type !CodeableConcept;subType CodeableConcept;use !code=claim-use;patient !Reference>Patient;created !dateTime;insurer Reference>Organization;requestor Reference>Practitioner,PractitionerRole,Organization;request Reference>Claim;outcome !code=claim-outcome;decision CodeableConcept;disposition string;preAuthRef string;preAuthPeriod Period;event *.ClaimResponse.event;payeeType CodeableConcept;encounter *Reference>Encounter;diagnosisRelatedGroup CodeableConcept;item *.ClaimResponse.item;addItem *.ClaimResponse.addItem;adjudication *.ClaimResponse.item.adjudication;total *.ClaimResponse.total;payment .ClaimResponse.payment;fundsReserve CodeableConcept;formCode CodeableConcept;form Attachment;processNote *.ClaimResponse.processNote;communicationRequest *Reference>CommunicationRequest;insurance *.ClaimResponse.insurance;error *.ClaimResponse.error',
    'ClaimResponse.addItem':
      'id string;extension *Extension;modifierExtension *Extension;itemSequence *positiveInt;detailSequence *positiveInt;subdetailSequence *positiveInt;traceNumber *Identifier;provider *Reference>Practitioner,PractitionerRole,Organization;revenue CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;request *Reference>DeviceRequest,MedicationRequest,NutritionOrder,ServiceRequest,SupplyRequest,VisionPrescription;modifier *CodeableConcept;programCode *CodeableConcept;serviced[x] date|Period;location[x] CodeableConcept|Address|Reference>Location;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;bodySite *.ClaimResponse.addItem.bodySite;noteNumber *positiveInt;reviewOutcome .ClaimResponse.item.reviewOutcome;adjudication *.ClaimResponse.item.adjudication;detail *.ClaimResponse.addItem.detail',
    'ClaimResponse.addItem.bodySite':
      'id string;extension *Extension;modifierExtension *Extension;site !*CodeableReference>BodyStructure;subSite *CodeableConcept',
    'ClaimResponse.addItem.detail':
      'id string;extension *Extension;modifierExtension *Extension;traceNumber *Identifier;revenue CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;modifier *CodeableConcept;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;noteNumber *positiveInt;reviewOutcome .ClaimResponse.item.reviewOutcome;adjudication *.ClaimResponse.item.adjudication;subDetail *.ClaimResponse.addItem.detail.subDetail',
    'ClaimResponse.addItem.detail.subDetail':
      'id string;extension *Extension;modifierExtension *Extension;traceNumber *Identifier;revenue CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;modifier *CodeableConcept;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;noteNumber *positiveInt;reviewOutcome .ClaimResponse.item.reviewOutcome;adjudication *.ClaimResponse.item.adjudication',
    'ClaimResponse.error':
      'id string;extension *Extension;modifierExtension *Extension;itemSequence positiveInt;detailSequence positiveInt;subDetailSequence positiveInt;code !CodeableConcept;expression *string',
    'ClaimResponse.event':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;when[x] !dateTime|Period',
    'ClaimResponse.insurance':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;focal !boolean;coverage !Reference>Coverage;businessArrangement string;claimResponse Reference>ClaimResponse',
    'ClaimResponse.item':
      'id string;extension *Extension;modifierExtension *Extension;itemSequence !positiveInt;traceNumber *Identifier;noteNumber *positiveInt;reviewOutcome .ClaimResponse.item.reviewOutcome;adjudication *.ClaimResponse.item.adjudication;detail *.ClaimResponse.item.detail',
    'ClaimResponse.item.adjudication':
      'id string;extension *Extension;modifierExtension *Extension;category !CodeableConcept;reason CodeableConcept;amount Money;quantity Quantity',
    'ClaimResponse.item.detail':
      'id string;extension *Extension;modifierExtension *Extension;detailSequence !positiveInt;traceNumber *Identifier;noteNumber *positiveInt;reviewOutcome .ClaimResponse.item.reviewOutcome;adjudication *.ClaimResponse.item.adjudication;subDetail *.ClaimResponse.item.detail.subDetail',
    'ClaimResponse.item.detail.subDetail':
      'id string;extension *Extension;modifierExtension *Extension;subDetailSequence !positiveInt;traceNumber *Identifier;noteNumber *positiveInt;reviewOutcome .ClaimResponse.item.reviewOutcome;adjudication *.ClaimResponse.item.adjudication',
    'ClaimResponse.item.reviewOutcome':
      'id string;extension *Extension;modifierExtension *Extension;decision CodeableConcept;reason *CodeableConcept;preAuthRef string;preAuthPeriod Period',
    'ClaimResponse.payment':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;adjustment Money;adjustmentReason CodeableConcept;date date;amount !Money;identifier Identifier',
    'ClaimResponse.processNote':
      'id string;extension *Extension;modifierExtension *Extension;number positiveInt;type CodeableConcept;text !string;language CodeableConcept',
    'ClaimResponse.total':
      'id string;extension *Extension;modifierExtension *Extension;category !CodeableConcept;amount !Money',
    ClinicalImpression:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=event-status;statusReason CodeableConcept;description string;subject !Reference>Patient,Group;encounter Reference>Encounter;effective[x] dateTime|Period;date dateTime;performer Reference>Practitioner,PractitionerRole;previous Reference>ClinicalImpression;problem *Reference>Condition,AllergyIntolerance;changePattern CodeableConcept;protocol *uri;summary string;finding *.ClinicalImpression.finding;prognosisCodeableConcept *CodeableConcept;prognosisReference *Reference>RiskAssessment;supportingInfo *Reference;note *Annotation',
    'ClinicalImpression.finding':
      'id string;extension *Extension;modifierExtension *Extension;item CodeableReference>Condition,Observation,DocumentReference;basis string',
    ClinicalUseDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;type !code=clinical-use-definition-type;category *CodeableConcept;subject *Reference>MedicinalProductDefinition,Medication,ActivityDefinition,PlanDefinition,Device,DeviceDefinition,Substance,NutritionProduct,BiologicallyDerivedProduct;status CodeableConcept;contraindication .ClinicalUseDefinition.contraindication;indication .ClinicalUseDefinition.indication;interaction .ClinicalUseDefinition.interaction;population *Reference>Group;library *canonical;undesirableEffect .ClinicalUseDefinition.undesirableEffect;warning .ClinicalUseDefinition.warning',
    'ClinicalUseDefinition.contraindication':
      'id string;extension *Extension;modifierExtension *Extension;diseaseSymptomProcedure CodeableReference>ObservationDefinition;diseaseStatus CodeableReference>ObservationDefinition;comorbidity *CodeableReference>ObservationDefinition;indication *Reference>ClinicalUseDefinition;applicability Expression;otherTherapy *.ClinicalUseDefinition.contraindication.otherTherapy',
    'ClinicalUseDefinition.contraindication.otherTherapy':
      'id string;extension *Extension;modifierExtension *Extension;relationshipType !CodeableConcept;treatment !CodeableReference>MedicinalProductDefinition,Medication,Substance,SubstanceDefinition,NutritionProduct,BiologicallyDerivedProduct,ActivityDefinition',
    'ClinicalUseDefinition.indication':
      'id string;extension *Extension;modifierExtension *Extension;diseaseSymptomProcedure CodeableReference>ObservationDefinition;diseaseStatus CodeableReference>ObservationDefinition;comorbidity *CodeableReference>ObservationDefinition;intendedEffect CodeableReference>ObservationDefinition;duration[x] Range|string;undesirableEffect *Reference>ClinicalUseDefinition;applicability Expression;otherTherapy *.ClinicalUseDefinition.contraindication.otherTherapy',
    'ClinicalUseDefinition.interaction':
      'id string;extension *Extension;modifierExtension *Extension;interactant *.ClinicalUseDefinition.interaction.interactant;type CodeableConcept;effect CodeableReference>ObservationDefinition;incidence CodeableConcept;management *CodeableConcept',
    'ClinicalUseDefinition.interaction.interactant':
      'id string;extension *Extension;modifierExtension *Extension;item[x] !Reference>MedicinalProductDefinition,Medication,Substance,NutritionProduct,BiologicallyDerivedProduct,ObservationDefinition|CodeableConcept',
    'ClinicalUseDefinition.undesirableEffect':
      'id string;extension *Extension;modifierExtension *Extension;symptomConditionEffect CodeableReference>ObservationDefinition;classification CodeableConcept;frequencyOfOccurrence CodeableConcept',
    'ClinicalUseDefinition.warning':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;code CodeableConcept',
    Communication:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference;partOf *Reference;inResponseTo *Reference>Communication;status !code=event-status;statusReason CodeableConcept;category *CodeableConcept;priority code=request-priority;medium *CodeableConcept;subject Reference>Patient,Group;topic CodeableConcept;about *Reference;encounter Reference>Encounter;sent dateTime;received dateTime;recipient *Reference>CareTeam,Device,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson,Endpoint;sender Reference>Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson,HealthcareService,Endpoint,CareTeam;reason *CodeableReference;payload *.Communication.payload;note *Annotation',
    'Communication.payload':
      'id string;extension *Extension;modifierExtension *Extension;content[x] !Attachment|Reference|CodeableConcept',
    CommunicationRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference;replaces *Reference>CommunicationRequest;groupIdentifier Identifier;status !code=request-status;statusReason CodeableConcept;intent !code=request-intent;category *CodeableConcept;priority code=request-priority;doNotPerform boolean;medium *CodeableConcept;subject Reference>Patient,Group;about *Reference;encounter Reference>Encounter;payload *.CommunicationRequest.payload;occurrence[x] dateTime|Period;authoredOn dateTime;requester Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson,Device;recipient *Reference>Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson,Group,CareTeam,HealthcareService,Endpoint;informationProvider *Reference>Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson,HealthcareService,Endpoint;reason *CodeableReference;note *Annotation',
    'CommunicationRequest.payload':
      'id string;extension *Extension;modifierExtension *Extension;content[x] !Attachment|Reference|CodeableConcept',
    CompartmentDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;version string;versionAlgorithm[x] string|Coding;name !string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;purpose markdown;code !code=compartment-type;search !boolean;resource *.CompartmentDefinition.resource',
    'CompartmentDefinition.resource':
      'id string;extension *Extension;modifierExtension *Extension;code !code;param *string;documentation string;startParam uri;endParam uri',
    Composition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;status !code=composition-status;type !CodeableConcept;category *CodeableConcept;subject *Reference;encounter Reference>Encounter;date !dateTime;useContext *UsageContext;author !*Reference>Practitioner,PractitionerRole,Device,Patient,RelatedPerson,Organization;name string;title !string;note *Annotation;attester *.Composition.attester;custodian Reference>Organization;relatesTo *RelatedArtifact;event *.Composition.event;section *.Composition.section',
    'Composition.attester':
      'id string;extension *Extension;modifierExtension *Extension;mode !CodeableConcept;time dateTime;party Reference>Patient,RelatedPerson,Practitioner,PractitionerRole,Organization',
    'Composition.event':
      'id string;extension *Extension;modifierExtension *Extension;period Period;detail *CodeableReference',
    'Composition.section':
      'id string;extension *Extension;modifierExtension *Extension;title string;code CodeableConcept;author *Reference>Practitioner,PractitionerRole,Device,Patient,RelatedPerson,Organization;focus Reference;text Narrative;orderedBy CodeableConcept;entry *Reference;emptyReason CodeableConcept;section *.Composition.section',
    ConceptMap:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;property *.ConceptMap.property;additionalAttribute *.ConceptMap.additionalAttribute;sourceScope[x] uri|canonical;targetScope[x] uri|canonical;group *.ConceptMap.group',
    'ConceptMap.additionalAttribute':
      'id string;extension *Extension;modifierExtension *Extension;code !code;uri uri;description string;type !code=conceptmap-attribute-type',
    'ConceptMap.group':
      'id string;extension *Extension;modifierExtension *Extension;source canonical;target canonical;element !*.ConceptMap.group.element;unmapped .ConceptMap.group.unmapped',
    'ConceptMap.group.element':
      'id string;extension *Extension;modifierExtension *Extension;code code;display string;valueSet canonical;noMap boolean;target *.ConceptMap.group.element.target',
    'ConceptMap.group.element.target':
      'id string;extension *Extension;modifierExtension *Extension;code code;display string;valueSet canonical;relationship !code=concept-map-relationship;comment string;property *.ConceptMap.group.element.target.property;dependsOn *.ConceptMap.group.element.target.dependsOn;product *.ConceptMap.group.element.target.dependsOn',
    'ConceptMap.group.element.target.dependsOn':
      'id string;extension *Extension;modifierExtension *Extension;attribute !code;value[x] code|Coding|string|boolean|Quantity;valueSet canonical',
    'ConceptMap.group.element.target.property':
      'id string;extension *Extension;modifierExtension *Extension;code !code;value[x] !Coding|string|integer|boolean|dateTime|decimal|code',
    'ConceptMap.group.unmapped':
      'id string;extension *Extension;modifierExtension *Extension;mode !code=conceptmap-unmapped-mode;code code;display string;valueSet canonical;relationship code=concept-map-relationship;otherMap canonical',
    'ConceptMap.property':
      'id string;extension *Extension;modifierExtension *Extension;code !code;uri uri;description string;type !code=conceptmap-property-type;system canonical',
    Condition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;clinicalStatus !CodeableConcept;verificationStatus CodeableConcept;category *CodeableConcept;severity CodeableConcept;code CodeableConcept;bodySite *CodeableConcept;subject !Reference>Patient,Group;encounter Reference>Encounter;onset[x] dateTime|Age|Period|Range|string;abatement[x] dateTime|Age|Period|Range|string;recordedDate dateTime;participant *.Condition.participant;stage *.Condition.stage;evidence *CodeableReference;note *Annotation',
    'Condition.participant':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Patient,RelatedPerson,Device,Organization,CareTeam',
    'Condition.stage':
      'id string;extension *Extension;modifierExtension *Extension;summary CodeableConcept;assessment *Reference>ClinicalImpression,DiagnosticReport,Observation;type CodeableConcept',
    ConditionDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;subtitle string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;code !CodeableConcept;severity CodeableConcept;bodySite CodeableConcept;stage CodeableConcept;hasSeverity boolean;hasBodySite boolean;hasStage boolean;definition *uri;observation *.ConditionDefinition.observation;medication *.ConditionDefinition.medication;precondition *.ConditionDefinition.precondition;team *Reference>CareTeam;questionnaire *.ConditionDefinition.questionnaire;plan *.ConditionDefinition.plan',
    'ConditionDefinition.medication':
      'id string;extension *Extension;modifierExtension *Extension;category CodeableConcept;code CodeableConcept',
    'ConditionDefinition.observation':
      'id string;extension *Extension;modifierExtension *Extension;category CodeableConcept;code CodeableConcept',
    'ConditionDefinition.plan':
      'id string;extension *Extension;modifierExtension *Extension;role CodeableConcept;reference !Reference>PlanDefinition',
    'ConditionDefinition.precondition':
      'id string;extension *Extension;modifierExtension *Extension;type !code=condition-precondition-type;code !CodeableConcept;value[x] CodeableConcept|Quantity',
    'ConditionDefinition.questionnaire':
      'id string;extension *Extension;modifierExtension *Extension;purpose !code=condition-questionnaire-purpose;reference !Reference>Questionnaire',
    Consent:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=consent-state-codes;category *CodeableConcept;subject Reference>Patient,Practitioner,Group;date date;period Period;grantor *Reference>CareTeam,HealthcareService,Organization,Patient,Practitioner,RelatedPerson,PractitionerRole;grantee *Reference>CareTeam,HealthcareService,Organization,Patient,Practitioner,RelatedPerson,PractitionerRole;manager *Reference>HealthcareService,Organization,Patient,Practitioner;controller *Reference>HealthcareService,Organization,Patient,Practitioner;sourceAttachment *Attachment;sourceReference *Reference>Consent,DocumentReference,Contract,QuestionnaireResponse;regulatoryBasis *CodeableConcept;policyBasis .Consent.policyBasis;policyText *Reference>DocumentReference;verification *.Consent.verification;decision code=consent-provision-type;provision *.Consent.provision',
    'Consent.policyBasis':
      'id string;extension *Extension;modifierExtension *Extension;reference Reference;url url',
    'Consent.provision':
      'id string;extension *Extension;modifierExtension *Extension;period Period;actor *.Consent.provision.actor;action *CodeableConcept;securityLabel *Coding;purpose *Coding;documentType *Coding;resourceType *Coding;code *CodeableConcept;dataPeriod Period;data *.Consent.provision.data;expression Expression;provision *.Consent.provision',
    'Consent.provision.actor':
      'id string;extension *Extension;modifierExtension *Extension;role CodeableConcept;reference Reference>Device,Group,CareTeam,Organization,Patient,Practitioner,RelatedPerson,PractitionerRole',
    'Consent.provision.data':
      'id string;extension *Extension;modifierExtension *Extension;meaning !code=consent-data-meaning;reference !Reference',
    'Consent.verification':
      'id string;extension *Extension;modifierExtension *Extension;verified !boolean;verificationType CodeableConcept;verifiedBy Reference>Organization,Practitioner,PractitionerRole;verifiedWith Reference>Patient,RelatedPerson;verificationDate *dateTime',
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
      'id string;extension *Extension;modifierExtension *Extension;doNotPerform boolean;type !CodeableConcept;subject *.Contract.term.action.subject;intent !CodeableConcept;linkId *string;status !CodeableConcept;context Reference>Encounter,EpisodeOfCare;contextLinkId *string;occurrence[x] dateTime|Period|Timing;requester *Reference>Patient,RelatedPerson,Practitioner,PractitionerRole,Device,Group,Organization;requesterLinkId *string;performerType *CodeableConcept;performerRole CodeableConcept;performer Reference>RelatedPerson,Patient,Practitioner,PractitionerRole,CareTeam,Device,Substance,Organization,Location;performerLinkId *string;reason *CodeableReference>Condition,Observation,DiagnosticReport,DocumentReference,Questionnaire,QuestionnaireResponse;reasonLinkId *string;note *Annotation;securityLabelNumber *unsignedInt',
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
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;kind !code=coverage-kind;paymentBy *.Coverage.paymentBy;type CodeableConcept;policyHolder Reference>Patient,RelatedPerson,Organization;subscriber Reference>Patient,RelatedPerson;subscriberId *Identifier;beneficiary !Reference>Patient;dependent string;relationship CodeableConcept;period Period;insurer Reference>Organization;class *.Coverage.class;order positiveInt;network string;costToBeneficiary *.Coverage.costToBeneficiary;subrogation boolean;contract *Reference>Contract;insurancePlan Reference>InsurancePlan',
    'Coverage.class':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value !Identifier;name string',
    'Coverage.costToBeneficiary':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;category CodeableConcept;network CodeableConcept;unit CodeableConcept;term CodeableConcept;value[x] Quantity|Money;exception *.Coverage.costToBeneficiary.exception',
    'Coverage.costToBeneficiary.exception':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;period Period',
    'Coverage.paymentBy':
      'id string;extension *Extension;modifierExtension *Extension;party !Reference>Patient,RelatedPerson,Organization;responsibility string',
    CoverageEligibilityRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;priority CodeableConcept;purpose !*code=eligibilityrequest-purpose;patient !Reference>Patient;event *.CoverageEligibilityRequest.event;serviced[x] date|Period;created !dateTime;enterer Reference>Practitioner,PractitionerRole;provider Reference>Practitioner,PractitionerRole,Organization;insurer !Reference>Organization;facility Reference>Location;supportingInfo *.CoverageEligibilityRequest.supportingInfo;insurance *.CoverageEligibilityRequest.insurance;item *.CoverageEligibilityRequest.item',
    'CoverageEligibilityRequest.event':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;when[x] !dateTime|Period',
    'CoverageEligibilityRequest.insurance':
      'id string;extension *Extension;modifierExtension *Extension;focal boolean;coverage !Reference>Coverage;businessArrangement string',
    'CoverageEligibilityRequest.item':
      'id string;extension *Extension;modifierExtension *Extension;supportingInfoSequence *positiveInt;category CodeableConcept;productOrService CodeableConcept;modifier *CodeableConcept;provider Reference>Practitioner,PractitionerRole;quantity Quantity;unitPrice Money;facility Reference>Location,Organization;diagnosis *.CoverageEligibilityRequest.item.diagnosis;detail *Reference',
    'CoverageEligibilityRequest.item.diagnosis':
      'id string;extension *Extension;modifierExtension *Extension;diagnosis[x] CodeableConcept|Reference>Condition',
    'CoverageEligibilityRequest.supportingInfo':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;information !Reference;appliesToAll boolean',
    CoverageEligibilityResponse:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;purpose !*code=eligibilityresponse-purpose;patient !Reference>Patient;event *.CoverageEligibilityResponse.event;serviced[x] date|Period;created !dateTime;requestor Reference>Practitioner,PractitionerRole,Organization;request !Reference>CoverageEligibilityRequest;outcome !code=eligibility-outcome;disposition string;insurer !Reference>Organization;insurance *.CoverageEligibilityResponse.insurance;preAuthRef string;form CodeableConcept;error *.CoverageEligibilityResponse.error',
    'CoverageEligibilityResponse.error':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;expression *string',
    'CoverageEligibilityResponse.event':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;when[x] !dateTime|Period',
    'CoverageEligibilityResponse.insurance':
      'id string;extension *Extension;modifierExtension *Extension;coverage !Reference>Coverage;inforce boolean;benefitPeriod Period;item *.CoverageEligibilityResponse.insurance.item',
    'CoverageEligibilityResponse.insurance.item':
      'id string;extension *Extension;modifierExtension *Extension;category CodeableConcept;productOrService CodeableConcept;modifier *CodeableConcept;provider Reference>Practitioner,PractitionerRole;excluded boolean;name string;description string;network CodeableConcept;unit CodeableConcept;term CodeableConcept;benefit *.CoverageEligibilityResponse.insurance.item.benefit;authorizationRequired boolean;authorizationSupporting *CodeableConcept;authorizationUrl uri',
    'CoverageEligibilityResponse.insurance.item.benefit':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;allowed[x] unsignedInt|string|Money;used[x] unsignedInt|string|Money',
    DetectedIssue:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=detectedissue-status;category *CodeableConcept;code CodeableConcept;severity code=detectedissue-severity;subject Reference>Patient,Group,Device,Location,Organization,Procedure,Practitioner,Medication,Substance,BiologicallyDerivedProduct,NutritionProduct;encounter Reference>Encounter;identified[x] dateTime|Period;author Reference>Patient,RelatedPerson,Practitioner,PractitionerRole,Device;implicated *Reference;evidence *.DetectedIssue.evidence;detail markdown;reference uri;mitigation *.DetectedIssue.mitigation',
    'DetectedIssue.evidence':
      'id string;extension *Extension;modifierExtension *Extension;code *CodeableConcept;detail *Reference',
    'DetectedIssue.mitigation':
      'id string;extension *Extension;modifierExtension *Extension;action !CodeableConcept;date dateTime;author Reference>Practitioner,PractitionerRole;note *Annotation',
    Device:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;displayName string;definition CodeableReference>DeviceDefinition;udiCarrier *.Device.udiCarrier;status code=device-status;availabilityStatus CodeableConcept;biologicalSourceEvent Identifier;manufacturer string;manufactureDate dateTime;expirationDate dateTime;lotNumber string;serialNumber string;name *.Device.name;modelNumber string;partNumber string;category *CodeableConcept;type *CodeableConcept;version *.Device.version;conformsTo *.Device.conformsTo;property *.Device.property;mode CodeableConcept;cycle Count;duration Duration;owner Reference>Organization;contact *ContactPoint;location Reference>Location;url uri;endpoint *Reference>Endpoint;gateway *CodeableReference>Device;note *Annotation;safety *CodeableConcept;parent Reference>Device',
    'Device.conformsTo':
      'id string;extension *Extension;modifierExtension *Extension;category CodeableConcept;specification !CodeableConcept;version string',
    'Device.name':
      'id string;extension *Extension;modifierExtension *Extension;value !string;type !code=device-nametype;display boolean',
    'Device.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !Quantity|CodeableConcept|string|boolean|integer|Range|Attachment',
    'Device.udiCarrier':
      'id string;extension *Extension;modifierExtension *Extension;deviceIdentifier !string;issuer !uri;jurisdiction uri;carrierAIDC base64Binary;carrierHRF string;entryType code=udi-entry-type',
    'Device.version':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;component Identifier;installDate dateTime;value !string',
    DeviceAssociation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;device !Reference>Device;category *CodeableConcept;status !CodeableConcept;statusReason *CodeableConcept;subject Reference>Patient,Group,Practitioner,RelatedPerson,Device;bodyStructure Reference>BodyStructure;period Period;operation *.DeviceAssociation.operation',
    'DeviceAssociation.operation':
      'id string;extension *Extension;modifierExtension *Extension;status !CodeableConcept;operator *Reference>Patient,Practitioner,RelatedPerson;period Period',
    DeviceDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;description markdown;identifier *Identifier;udiDeviceIdentifier *.DeviceDefinition.udiDeviceIdentifier;regulatoryIdentifier *.DeviceDefinition.regulatoryIdentifier;partNumber string;manufacturer Reference>Organization;deviceName *.DeviceDefinition.deviceName;modelNumber string;classification *.DeviceDefinition.classification;conformsTo *.DeviceDefinition.conformsTo;hasPart *.DeviceDefinition.hasPart;packaging *.DeviceDefinition.packaging;version *.DeviceDefinition.version;safety *CodeableConcept;shelfLifeStorage *ProductShelfLife;languageCode *CodeableConcept;property *.DeviceDefinition.property;owner Reference>Organization;contact *ContactPoint;link *.DeviceDefinition.link;note *Annotation;material *.DeviceDefinition.material;productionIdentifierInUDI *code=device-productidentifierinudi;guideline .DeviceDefinition.guideline;correctiveAction .DeviceDefinition.correctiveAction;chargeItem *.DeviceDefinition.chargeItem',
    'DeviceDefinition.chargeItem':
      'id string;extension *Extension;modifierExtension *Extension;chargeItemCode !CodeableReference>ChargeItemDefinition;count !Quantity;effectivePeriod Period;useContext *UsageContext',
    'DeviceDefinition.classification':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;justification *RelatedArtifact',
    'DeviceDefinition.conformsTo':
      'id string;extension *Extension;modifierExtension *Extension;category CodeableConcept;specification !CodeableConcept;version *string;source *RelatedArtifact',
    'DeviceDefinition.correctiveAction':
      'id string;extension *Extension;modifierExtension *Extension;recall !boolean;scope code=device-correctiveactionscope;period !Period',
    'DeviceDefinition.deviceName':
      'id string;extension *Extension;modifierExtension *Extension;name !string;type !code=device-nametype',
    'DeviceDefinition.guideline':
      'id string;extension *Extension;modifierExtension *Extension;useContext *UsageContext;usageInstruction markdown;relatedArtifact *RelatedArtifact;indication *CodeableConcept;contraindication *CodeableConcept;warning *CodeableConcept;intendedUse string',
    'DeviceDefinition.hasPart':
      'id string;extension *Extension;modifierExtension *Extension;reference !Reference>DeviceDefinition;count integer',
    'DeviceDefinition.link':
      'id string;extension *Extension;modifierExtension *Extension;relation !Coding;relatedDevice !CodeableReference>DeviceDefinition',
    'DeviceDefinition.material':
      'id string;extension *Extension;modifierExtension *Extension;substance !CodeableConcept;alternate boolean;allergenicIndicator boolean',
    'DeviceDefinition.packaging':
      'id string;extension *Extension;modifierExtension *Extension;identifier Identifier;type CodeableConcept;count integer;distributor *.DeviceDefinition.packaging.distributor;udiDeviceIdentifier *.DeviceDefinition.udiDeviceIdentifier;packaging *.DeviceDefinition.packaging',
    'DeviceDefinition.packaging.distributor':
      'id string;extension *Extension;modifierExtension *Extension;name string;organizationReference *Reference>Organization',
    'DeviceDefinition.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !Quantity|CodeableConcept|string|boolean|integer|Range|Attachment',
    'DeviceDefinition.regulatoryIdentifier':
      'id string;extension *Extension;modifierExtension *Extension;type !code=devicedefinition-regulatory-identifier-type;deviceIdentifier !string;issuer !uri;jurisdiction !uri',
    'DeviceDefinition.udiDeviceIdentifier':
      'id string;extension *Extension;modifierExtension *Extension;deviceIdentifier !string;issuer !uri;jurisdiction !uri;marketDistribution *.DeviceDefinition.udiDeviceIdentifier.marketDistribution',
    'DeviceDefinition.udiDeviceIdentifier.marketDistribution':
      'id string;extension *Extension;modifierExtension *Extension;marketPeriod !Period;subJurisdiction !uri',
    'DeviceDefinition.version':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;component Identifier;value !string',
    DeviceDispense:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>CarePlan,DeviceRequest;partOf *Reference>Procedure;status !code=devicedispense-status;statusReason CodeableReference>DetectedIssue;category *CodeableConcept;device !CodeableReference>Device,DeviceDefinition;subject !Reference>Patient,Practitioner;receiver Reference>Patient,Practitioner,RelatedPerson,Location,PractitionerRole;encounter Reference>Encounter;supportingInformation *Reference;performer *.DeviceDispense.performer;location Reference>Location;type CodeableConcept;quantity Quantity;preparedDate dateTime;whenHandedOver dateTime;destination Reference>Location;note *Annotation;usageInstruction markdown;eventHistory *Reference>Provenance',
    'DeviceDispense.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,Patient,Device,RelatedPerson,CareTeam',
    DeviceMetric:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;type !CodeableConcept;unit CodeableConcept;device !Reference>Device;operationalStatus code=metric-operational-status;color code;category !code=metric-category;measurementFrequency Quantity;calibration *.DeviceMetric.calibration',
    'DeviceMetric.calibration':
      'id string;extension *Extension;modifierExtension *Extension;type code=metric-calibration-type;state code=metric-calibration-state;time instant',
    DeviceRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference;replaces *Reference>DeviceRequest;groupIdentifier Identifier;status code=request-status;intent !code=request-intent;priority code=request-priority;doNotPerform boolean;code !CodeableReference>Device,DeviceDefinition;quantity integer;parameter *.DeviceRequest.parameter;subject !Reference>Patient,Group,Location,Device;encounter Reference>Encounter;occurrence[x] dateTime|Period|Timing;authoredOn dateTime;requester Reference>Device,Practitioner,PractitionerRole,Organization;performer CodeableReference>Practitioner,PractitionerRole,Organization,CareTeam,HealthcareService,Patient,Device,RelatedPerson;reason *CodeableReference>Condition,Observation,DiagnosticReport,DocumentReference;asNeeded boolean;asNeededFor CodeableConcept;insurance *Reference>Coverage,ClaimResponse;supportingInfo *Reference;note *Annotation;relevantHistory *Reference>Provenance',
    'DeviceRequest.parameter':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;value[x] CodeableConcept|Quantity|Range|boolean',
    DeviceUsage:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>ServiceRequest;status !code=deviceusage-status;category *CodeableConcept;patient !Reference>Patient;derivedFrom *Reference>ServiceRequest,Procedure,Claim,Observation,QuestionnaireResponse,DocumentReference;context Reference>Encounter,EpisodeOfCare;timing[x] Timing|Period|dateTime;dateAsserted dateTime;usageStatus CodeableConcept;usageReason *CodeableConcept;adherence .DeviceUsage.adherence;informationSource Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Organization;device !CodeableReference>Device,DeviceDefinition;reason *CodeableReference>Condition,Observation,DiagnosticReport,DocumentReference,Procedure;bodySite CodeableReference>BodyStructure;note *Annotation',
    'DeviceUsage.adherence':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;reason !*CodeableConcept',
    DiagnosticReport:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>CarePlan,ImmunizationRecommendation,MedicationRequest,NutritionOrder,ServiceRequest;status !code=diagnostic-report-status;category *CodeableConcept;code !CodeableConcept;subject Reference>Patient,Group,Device,Location,Organization,Practitioner,Medication,Substance,BiologicallyDerivedProduct;encounter Reference>Encounter;effective[x] dateTime|Period;issued instant;performer *Reference>Practitioner,PractitionerRole,Organization,CareTeam;resultsInterpreter *Reference>Practitioner,PractitionerRole,Organization,CareTeam;specimen *Reference>Specimen;result *Reference>Observation;note *Annotation;study *Reference>GenomicStudy,ImagingStudy;supportingInfo *.DiagnosticReport.supportingInfo;media *.DiagnosticReport.media;composition Reference>Composition;conclusion markdown;conclusionCode *CodeableConcept;presentedForm *Attachment',
    'DiagnosticReport.media':
      'id string;extension *Extension;modifierExtension *Extension;comment string;link !Reference>DocumentReference',
    'DiagnosticReport.supportingInfo':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;reference !Reference>Procedure,Observation,DiagnosticReport,Citation',
    ElementDefinition:
      'id string;extension *Extension;modifierExtension *Extension;path !string;representation *code=property-representation;sliceName string;sliceIsConstraining boolean;label string;code *Coding;slicing .ElementDefinition.slicing;short string;definition markdown;comment markdown;requirements markdown;alias *string;min unsignedInt;max string;base .ElementDefinition.base;contentReference uri;type *.ElementDefinition.type;defaultValue[x] base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|integer64|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Availability|ExtendedContactDetail|Dosage|Meta;meaningWhenMissing markdown;orderMeaning string;fixed[x] base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|integer64|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Availability|ExtendedContactDetail|Dosage|Meta;pattern[x] base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|integer64|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Availability|ExtendedContactDetail|Dosage|Meta;example *.ElementDefinition.example;minValue[x] date|dateTime|instant|time|decimal|integer|integer64|positiveInt|unsignedInt|Quantity;maxValue[x] date|dateTime|instant|time|decimal|integer|integer64|positiveInt|unsignedInt|Quantity;maxLength integer;condition *id;constraint *.ElementDefinition.constraint;mustHaveValue boolean;valueAlternatives *canonical;mustSupport boolean;isModifier boolean;isModifierReason string;isSummary boolean;binding .ElementDefinition.binding;mapping *.ElementDefinition.mapping',
    'ElementDefinition.base': 'id string;extension *Extension;path !string;min !unsignedInt;max !string',
    'ElementDefinition.binding':
      'id string;extension *Extension;strength !code=binding-strength;description markdown;valueSet canonical;additional *.ElementDefinition.binding.additional',
    'ElementDefinition.binding.additional':
      'id string;extension *Extension;purpose !code=additional-binding-purpose;valueSet !canonical;documentation markdown;shortDoco string;usage *UsageContext;any boolean',
    'ElementDefinition.constraint':
      'id string;extension *Extension;key !id;requirements markdown;severity !code=constraint-severity;suppress boolean;human !string;expression string;source canonical',
    'ElementDefinition.example':
      'id string;extension *Extension;label !string;value[x] !base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|integer64|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Availability|ExtendedContactDetail|Dosage|Meta',
    'ElementDefinition.mapping':
      'id string;extension *Extension;identity !id;language code;map !string;comment markdown',
    'ElementDefinition.slicing':
      'id string;extension *Extension;discriminator *.ElementDefinition.slicing.discriminator;description string;ordered boolean;rules !code=resource-slicing-rules',
    'ElementDefinition.slicing.discriminator':
      'id string;extension *Extension;type !code=discriminator-type;path !string',
    'ElementDefinition.type':
      'id string;extension *Extension;code !uri;profile *canonical;targetProfile *canonical;aggregation *code=resource-aggregation-mode;versioning code=reference-version-rules',
    Encounter:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=encounter-status;class *CodeableConcept;priority CodeableConcept;type *CodeableConcept;serviceType *CodeableReference>HealthcareService;subject Reference>Patient,Group;subjectStatus CodeableConcept;episodeOfCare *Reference>EpisodeOfCare;basedOn *Reference>CarePlan,DeviceRequest,MedicationRequest,ServiceRequest;careTeam *Reference>CareTeam;partOf Reference>Encounter;serviceProvider Reference>Organization;participant *.Encounter.participant;appointment *Reference>Appointment;virtualService *VirtualServiceDetail;actualPeriod Period;plannedStartDate dateTime;plannedEndDate dateTime;length Duration;reason *.Encounter.reason;diagnosis *.Encounter.diagnosis;account *Reference>Account;dietPreference *CodeableConcept;specialArrangement *CodeableConcept;specialCourtesy *CodeableConcept;admission .Encounter.admission;location *.Encounter.location',
    'Encounter.admission':
      'id string;extension *Extension;modifierExtension *Extension;preAdmissionIdentifier Identifier;origin Reference>Location,Organization;admitSource CodeableConcept;reAdmission CodeableConcept;destination Reference>Location,Organization;dischargeDisposition CodeableConcept',
    'Encounter.diagnosis':
      'id string;extension *Extension;modifierExtension *Extension;condition *CodeableReference>Condition;use *CodeableConcept',
    'Encounter.location':
      'id string;extension *Extension;modifierExtension *Extension;location !Reference>Location;status code=encounter-location-status;form CodeableConcept;period Period',
    'Encounter.participant':
      'id string;extension *Extension;modifierExtension *Extension;type *CodeableConcept;period Period;actor Reference>Patient,Group,RelatedPerson,Practitioner,PractitionerRole,Device,HealthcareService',
    'Encounter.reason':
      'id string;extension *Extension;modifierExtension *Extension;use *CodeableConcept;value *CodeableReference>Condition,DiagnosticReport,Observation,ImmunizationRecommendation,Procedure',
    EncounterHistory:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;encounter Reference>Encounter;identifier *Identifier;status !code=encounter-status;class !CodeableConcept;type *CodeableConcept;serviceType *CodeableReference>HealthcareService;subject Reference>Patient,Group;subjectStatus CodeableConcept;actualPeriod Period;plannedStartDate dateTime;plannedEndDate dateTime;length Duration;location *.EncounterHistory.location',
    'EncounterHistory.location':
      'id string;extension *Extension;modifierExtension *Extension;location !Reference>Location;form CodeableConcept',
    Endpoint:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=endpoint-status;connectionType !*CodeableConcept;name string;description string;environmentType *CodeableConcept;managingOrganization Reference>Organization;contact *ContactPoint;period Period;payload *.Endpoint.payload;address !url;header *string',
    'Endpoint.payload':
      'id string;extension *Extension;modifierExtension *Extension;type *CodeableConcept;mimeType *code',
    EnrollmentRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=fm-status;created dateTime;insurer Reference>Organization;provider Reference>Practitioner,PractitionerRole,Organization;candidate Reference>Patient;coverage Reference>Coverage',
    EnrollmentResponse:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=fm-status;request Reference>EnrollmentRequest;outcome code=enrollment-outcome;disposition string;created dateTime;organization Reference>Organization;requestProvider Reference>Practitioner,PractitionerRole,Organization',
    EpisodeOfCare:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=episode-of-care-status;statusHistory *.EpisodeOfCare.statusHistory;type *CodeableConcept;reason *.EpisodeOfCare.reason;diagnosis *.EpisodeOfCare.diagnosis;patient !Reference>Patient;managingOrganization Reference>Organization;period Period;referralRequest *Reference>ServiceRequest;careManager Reference>Practitioner,PractitionerRole;careTeam *Reference>CareTeam;account *Reference>Account',
    'EpisodeOfCare.diagnosis':
      'id string;extension *Extension;modifierExtension *Extension;condition *CodeableReference>Condition;use CodeableConcept',
    'EpisodeOfCare.reason':
      'id string;extension *Extension;modifierExtension *Extension;use CodeableConcept;value *CodeableReference>Condition,Procedure,Observation,HealthcareService',
    'EpisodeOfCare.statusHistory':
      'id string;extension *Extension;modifierExtension *Extension;status !code=episode-of-care-status;period !Period',
    EventDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;subtitle string;status !code=publication-status;experimental boolean;subject[x] CodeableConcept|Reference>Group;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;trigger !*TriggerDefinition',
    Evidence:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;citeAs[x] Reference>Citation|markdown;status !code=publication-status;experimental boolean;date dateTime;approvalDate date;lastReviewDate date;publisher string;contact *ContactDetail;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;useContext *UsageContext;purpose markdown;copyright markdown;copyrightLabel string;relatedArtifact *RelatedArtifact;description markdown;assertion markdown;note *Annotation;variableDefinition !*.Evidence.variableDefinition;synthesisType CodeableConcept;studyDesign *CodeableConcept;statistic *.Evidence.statistic;certainty *.Evidence.certainty',
    'Evidence.certainty':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;note *Annotation;type CodeableConcept;rating CodeableConcept;rater string;subcomponent *.Evidence.certainty',
    'Evidence.statistic':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;note *Annotation;statisticType CodeableConcept;category CodeableConcept;quantity Quantity;numberOfEvents unsignedInt;numberAffected unsignedInt;sampleSize .Evidence.statistic.sampleSize;attributeEstimate *.Evidence.statistic.attributeEstimate;modelCharacteristic *.Evidence.statistic.modelCharacteristic',
    'Evidence.statistic.attributeEstimate':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;note *Annotation;type CodeableConcept;quantity Quantity;level decimal;range Range;attributeEstimate *.Evidence.statistic.attributeEstimate',
    'Evidence.statistic.modelCharacteristic':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;value Quantity;variable *.Evidence.statistic.modelCharacteristic.variable;attributeEstimate *.Evidence.statistic.attributeEstimate',
    'Evidence.statistic.modelCharacteristic.variable':
      'id string;extension *Extension;modifierExtension *Extension;variableDefinition !Reference>Group,EvidenceVariable;handling code=variable-handling;valueCategory *CodeableConcept;valueQuantity *Quantity;valueRange *Range',
    'Evidence.statistic.sampleSize':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;note *Annotation;numberOfStudies unsignedInt;numberOfParticipants unsignedInt;knownDataCount unsignedInt',
    'Evidence.variableDefinition':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;note *Annotation;variableRole !CodeableConcept;observed Reference>Group,EvidenceVariable;intended Reference>Group,EvidenceVariable;directnessMatch CodeableConcept',
    EvidenceReport:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;status !code=publication-status;useContext *UsageContext;identifier *Identifier;relatedIdentifier *Identifier;citeAs[x] Reference>Citation|markdown;type CodeableConcept;note *Annotation;relatedArtifact *RelatedArtifact;subject !.EvidenceReport.subject;publisher string;contact *ContactDetail;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatesTo *.EvidenceReport.relatesTo;section *.EvidenceReport.section',
    'EvidenceReport.relatesTo':
      'id string;extension *Extension;modifierExtension *Extension;code !code=report-relation-type;target !.EvidenceReport.relatesTo.target',
    'EvidenceReport.relatesTo.target':
      'id string;extension *Extension;modifierExtension *Extension;url uri;identifier Identifier;display markdown;resource Reference',
    'EvidenceReport.section':
      'id string;extension *Extension;modifierExtension *Extension;title string;focus CodeableConcept;focusReference Reference;author *Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Device,Group,Organization;text Narrative;mode code=list-mode;orderedBy CodeableConcept;entryClassifier *CodeableConcept;entryReference *Reference;entryQuantity *Quantity;emptyReason CodeableConcept;section *.EvidenceReport.section',
    'EvidenceReport.subject':
      'id string;extension *Extension;modifierExtension *Extension;characteristic *.EvidenceReport.subject.characteristic;note *Annotation',
    'EvidenceReport.subject.characteristic':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;value[x] !Reference|CodeableConcept|boolean|Quantity|Range;exclude boolean;period Period',
    EvidenceVariable:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;shortTitle string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;note *Annotation;useContext *UsageContext;purpose markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;actual boolean;characteristic *.EvidenceVariable.characteristic;handling code=variable-handling;category *.EvidenceVariable.category',
    'EvidenceVariable.category':
      'id string;extension *Extension;modifierExtension *Extension;name string;value[x] CodeableConcept|Quantity|Range',
    'EvidenceVariable.characteristic':
      'id string;extension *Extension;modifierExtension *Extension;linkId id;description markdown;note *Annotation;exclude boolean;definitionReference Reference>EvidenceVariable,Group,Evidence;definitionCanonical canonical;definitionCodeableConcept CodeableConcept;definitionExpression Expression;definitionId id;definitionByTypeAndValue .EvidenceVariable.characteristic.definitionByTypeAndValue;definitionByCombination .EvidenceVariable.characteristic.definitionByCombination;instances[x] Quantity|Range;duration[x] Quantity|Range;timeFromEvent *.EvidenceVariable.characteristic.timeFromEvent',
    'EvidenceVariable.characteristic.definitionByCombination':
      'id string;extension *Extension;modifierExtension *Extension;code !code=characteristic-combination;threshold positiveInt;characteristic !*.EvidenceVariable.characteristic',
    'EvidenceVariable.characteristic.definitionByTypeAndValue':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;method *CodeableConcept;device Reference>Device,DeviceMetric;value[x] !CodeableConcept|boolean|Quantity|Range|Reference|id;offset CodeableConcept',
    'EvidenceVariable.characteristic.timeFromEvent':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;note *Annotation;event[x] CodeableConcept|Reference|dateTime|id;quantity Quantity;range Range',
    ExampleScenario:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;actor *.ExampleScenario.actor;instance *.ExampleScenario.instance;process *.ExampleScenario.process',
    'ExampleScenario.actor':
      'id string;extension *Extension;modifierExtension *Extension;key !string;type !code=examplescenario-actor-type;title !string;description markdown',
    'ExampleScenario.instance':
      'id string;extension *Extension;modifierExtension *Extension;key !string;structureType !Coding;structureVersion string;structureProfile[x] canonical|uri;title !string;description markdown;content Reference;version *.ExampleScenario.instance.version;containedInstance *.ExampleScenario.instance.containedInstance',
    'ExampleScenario.instance.containedInstance':
      'id string;extension *Extension;modifierExtension *Extension;instanceReference !string;versionReference string',
    'ExampleScenario.instance.version':
      'id string;extension *Extension;modifierExtension *Extension;key !string;title !string;description markdown;content Reference',
    'ExampleScenario.process':
      'id string;extension *Extension;modifierExtension *Extension;title !string;description markdown;preConditions markdown;postConditions markdown;step *.ExampleScenario.process.step',
    'ExampleScenario.process.step':
      'id string;extension *Extension;modifierExtension *Extension;number string;process .ExampleScenario.process;workflow canonical;operation .ExampleScenario.process.step.operation;alternative *.ExampleScenario.process.step.alternative;pause boolean',
    'ExampleScenario.process.step.alternative':
      'id string;extension *Extension;modifierExtension *Extension;title !string;description markdown;step *.ExampleScenario.process.step',
    'ExampleScenario.process.step.operation':
      'id string;extension *Extension;modifierExtension *Extension;type Coding;title !string;initiator string;receiver string;description markdown;initiatorActive boolean;receiverActive boolean;request .ExampleScenario.instance.containedInstance;response .ExampleScenario.instance.containedInstance',
    ExplanationOfBenefit:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;traceNumber *Identifier;status !code=explanationofbenefit-status;type !CodeableConcept;subType CodeableConcept;use !code=claim-use;patient !Reference>Patient;billablePeriod Period;created !dateTime;enterer Reference>Practitioner,PractitionerRole,Patient,RelatedPerson;insurer Reference>Organization;provider Reference>Practitioner,PractitionerRole,Organization;priority CodeableConcept;fundsReserveRequested CodeableConcept;fundsReserve CodeableConcept;related *.ExplanationOfBenefit.related;prescription Reference>MedicationRequest,VisionPrescription;originalPrescription Reference>MedicationRequest;event *.ExplanationOfBenefit.event;payee .ExplanationOfBenefit.payee;referral Reference>ServiceRequest;encounter *Reference>Encounter;facility Reference>Location,Organization;claim Reference>Claim;claimResponse Reference>ClaimResponse;outcome !code=claim-outcome;decision CodeableConcept;disposition string;preAuthRef *string;preAuthRefPeriod *Period;diagnosisRelatedGroup CodeableConcept;careTeam *.ExplanationOfBenefit.careTeam;supportingInfo *.ExplanationOfBenefit.supportingInfo;diagnosis *.ExplanationOfBenefit.diagnosis;procedure *.ExplanationOfBenefit.procedure;precedence positiveInt;insurance *.ExplanationOfBenefit.insurance;accident .ExplanationOfBenefit.accident;patientPaid Money;item *.ExplanationOfBenefit.item;addItem *.ExplanationOfBenefit.addItem;adjudication *.ExplanationOfBenefit.item.adjudication;total *.ExplanationOfBenefit.total;payment .ExplanationOfBenefit.payment;formCode CodeableConcept;form Attachment;processNote *.ExplanationOfBenefit.processNote;benefitPeriod Period;benefitBalance *.ExplanationOfBenefit.benefitBalance',
    'ExplanationOfBenefit.accident':
      'id string;extension *Extension;modifierExtension *Extension;date date;type CodeableConcept;location[x] Address|Reference>Location',
    'ExplanationOfBenefit.addItem':
      'id string;extension *Extension;modifierExtension *Extension;itemSequence *positiveInt;detailSequence *positiveInt;subDetailSequence *positiveInt;traceNumber *Identifier;provider *Reference>Practitioner,PractitionerRole,Organization;revenue CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;request *Reference>DeviceRequest,MedicationRequest,NutritionOrder,ServiceRequest,SupplyRequest,VisionPrescription;modifier *CodeableConcept;programCode *CodeableConcept;serviced[x] date|Period;location[x] CodeableConcept|Address|Reference>Location;patientPaid Money;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;bodySite *.ExplanationOfBenefit.addItem.bodySite;noteNumber *positiveInt;reviewOutcome .ExplanationOfBenefit.item.reviewOutcome;adjudication *.ExplanationOfBenefit.item.adjudication;detail *.ExplanationOfBenefit.addItem.detail',
    'ExplanationOfBenefit.addItem.bodySite':
      'id string;extension *Extension;modifierExtension *Extension;site !*CodeableReference>BodyStructure;subSite *CodeableConcept',
    'ExplanationOfBenefit.addItem.detail':
      'id string;extension *Extension;modifierExtension *Extension;traceNumber *Identifier;revenue CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;modifier *CodeableConcept;patientPaid Money;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;noteNumber *positiveInt;reviewOutcome .ExplanationOfBenefit.item.reviewOutcome;adjudication *.ExplanationOfBenefit.item.adjudication;subDetail *.ExplanationOfBenefit.addItem.detail.subDetail',
    'ExplanationOfBenefit.addItem.detail.subDetail':
      'id string;extension *Extension;modifierExtension *Extension;traceNumber *Identifier;revenue CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;modifier *CodeableConcept;patientPaid Money;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;noteNumber *positiveInt;reviewOutcome .ExplanationOfBenefit.item.reviewOutcome;adjudication *.ExplanationOfBenefit.item.adjudication',
    'ExplanationOfBenefit.benefitBalance':
      'id string;extension *Extension;modifierExtension *Extension;category !CodeableConcept;excluded boolean;name string;description string;network CodeableConcept;unit CodeableConcept;term CodeableConcept;financial *.ExplanationOfBenefit.benefitBalance.financial',
    'ExplanationOfBenefit.benefitBalance.financial':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;allowed[x] unsignedInt|string|Money;used[x] unsignedInt|Money',
    'ExplanationOfBenefit.careTeam':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;provider !Reference>Practitioner,PractitionerRole,Organization;responsible boolean;role CodeableConcept;specialty CodeableConcept',
    'ExplanationOfBenefit.diagnosis':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;diagnosis[x] !CodeableConcept|Reference>Condition;type *CodeableConcept;onAdmission CodeableConcept',
    'ExplanationOfBenefit.event':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;when[x] !dateTime|Period',
    'ExplanationOfBenefit.insurance':
      'id string;extension *Extension;modifierExtension *Extension;focal !boolean;coverage !Reference>Coverage;preAuthRef *string',
    'ExplanationOfBenefit.item':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;careTeamSequence *positiveInt;diagnosisSequence *positiveInt;procedureSequence *positiveInt;informationSequence *positiveInt;traceNumber *Identifier;revenue CodeableConcept;category CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;request *Reference>DeviceRequest,MedicationRequest,NutritionOrder,ServiceRequest,SupplyRequest,VisionPrescription;modifier *CodeableConcept;programCode *CodeableConcept;serviced[x] date|Period;location[x] CodeableConcept|Address|Reference>Location;patientPaid Money;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;udi *Reference>Device;bodySite *.ExplanationOfBenefit.item.bodySite;encounter *Reference>Encounter;noteNumber *positiveInt;reviewOutcome .ExplanationOfBenefit.item.reviewOutcome;adjudication *.ExplanationOfBenefit.item.adjudication;detail *.ExplanationOfBenefit.item.detail',
    'ExplanationOfBenefit.item.adjudication':
      'id string;extension *Extension;modifierExtension *Extension;category !CodeableConcept;reason CodeableConcept;amount Money;quantity Quantity',
    'ExplanationOfBenefit.item.bodySite':
      'id string;extension *Extension;modifierExtension *Extension;site !*CodeableReference>BodyStructure;subSite *CodeableConcept',
    'ExplanationOfBenefit.item.detail':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;traceNumber *Identifier;revenue CodeableConcept;category CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;patientPaid Money;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;udi *Reference>Device;noteNumber *positiveInt;reviewOutcome .ExplanationOfBenefit.item.reviewOutcome;adjudication *.ExplanationOfBenefit.item.adjudication;subDetail *.ExplanationOfBenefit.item.detail.subDetail',
    'ExplanationOfBenefit.item.detail.subDetail':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;traceNumber *Identifier;revenue CodeableConcept;category CodeableConcept;productOrService CodeableConcept;productOrServiceEnd CodeableConcept;modifier *CodeableConcept;programCode *CodeableConcept;patientPaid Money;quantity Quantity;unitPrice Money;factor decimal;tax Money;net Money;udi *Reference>Device;noteNumber *positiveInt;reviewOutcome .ExplanationOfBenefit.item.reviewOutcome;adjudication *.ExplanationOfBenefit.item.adjudication',
    'ExplanationOfBenefit.item.reviewOutcome':
      'id string;extension *Extension;modifierExtension *Extension;decision CodeableConcept;reason *CodeableConcept;preAuthRef string;preAuthPeriod Period',
    'ExplanationOfBenefit.payee':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;party Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson',
    'ExplanationOfBenefit.payment':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;adjustment Money;adjustmentReason CodeableConcept;date date;amount Money;identifier Identifier',
    'ExplanationOfBenefit.procedure':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;type *CodeableConcept;date dateTime;procedure[x] !CodeableConcept|Reference>Procedure;udi *Reference>Device',
    'ExplanationOfBenefit.processNote':
      'id string;extension *Extension;modifierExtension *Extension;number positiveInt;type CodeableConcept;text string;language CodeableConcept',
    'ExplanationOfBenefit.related':
      'id string;extension *Extension;modifierExtension *Extension;claim Reference>Claim;relationship CodeableConcept;reference Identifier',
    'ExplanationOfBenefit.supportingInfo':
      'id string;extension *Extension;modifierExtension *Extension;sequence !positiveInt;category !CodeableConcept;code CodeableConcept;timing[x] date|Period;value[x] boolean|string|Quantity|Attachment|Reference|Identifier;reason Coding',
    'ExplanationOfBenefit.total':
      'id string;extension *Extension;modifierExtension *Extension;category !CodeableConcept;amount !Money',
    FamilyMemberHistory:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;status !code=history-status;dataAbsentReason CodeableConcept;patient !Reference>Patient;date dateTime;participant *.FamilyMemberHistory.participant;name string;relationship !CodeableConcept;sex CodeableConcept;born[x] Period|date|string;age[x] Age|Range|string;estimatedAge boolean;deceased[x] boolean|Age|Range|date|string;reason *CodeableReference>Condition,Observation,AllergyIntolerance,QuestionnaireResponse,DiagnosticReport,DocumentReference;note *Annotation;condition *.FamilyMemberHistory.condition;procedure *.FamilyMemberHistory.procedure',
    'FamilyMemberHistory.condition':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;outcome CodeableConcept;contributedToDeath boolean;onset[x] Age|Range|Period|string;note *Annotation',
    'FamilyMemberHistory.participant':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Patient,RelatedPerson,Device,Organization,CareTeam',
    'FamilyMemberHistory.procedure':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;outcome CodeableConcept;contributedToDeath boolean;performed[x] Age|Range|Period|string|dateTime;note *Annotation',
    Flag: 'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=flag-status;category *CodeableConcept;code !CodeableConcept;subject !Reference>Patient,RelatedPerson,Location,Group,Organization,Practitioner,PractitionerRole,PlanDefinition,Medication,Procedure;period Period;encounter Reference>Encounter;author Reference>Device,Organization,Patient,RelatedPerson,Practitioner,PractitionerRole',
    FormularyItem:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;code CodeableConcept;status code=formularyitem-status',
    GenomicStudy:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=genomicstudy-status;type *CodeableConcept;subject !Reference>Patient,Group,Substance,BiologicallyDerivedProduct,NutritionProduct;encounter Reference>Encounter;startDate dateTime;basedOn *Reference>ServiceRequest,Task;referrer Reference>Practitioner,PractitionerRole;interpreter *Reference>Practitioner,PractitionerRole;reason *CodeableReference>Condition,Observation;instantiatesCanonical canonical;instantiatesUri uri;note *Annotation;description markdown;analysis *.GenomicStudy.analysis',
    'GenomicStudy.analysis':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;methodType *CodeableConcept;changeType *CodeableConcept;genomeBuild CodeableConcept;instantiatesCanonical canonical;instantiatesUri uri;title string;focus *Reference;specimen *Reference>Specimen;date dateTime;note *Annotation;protocolPerformed Reference>Procedure,Task;regionsStudied *Reference>DocumentReference,Observation;regionsCalled *Reference>DocumentReference,Observation;input *.GenomicStudy.analysis.input;output *.GenomicStudy.analysis.output;performer *.GenomicStudy.analysis.performer;device *.GenomicStudy.analysis.device',
    'GenomicStudy.analysis.device':
      'id string;extension *Extension;modifierExtension *Extension;device Reference>Device;function CodeableConcept',
    'GenomicStudy.analysis.input':
      'id string;extension *Extension;modifierExtension *Extension;file Reference>DocumentReference;type CodeableConcept;generatedBy[x] Identifier|Reference>GenomicStudy',
    'GenomicStudy.analysis.output':
      'id string;extension *Extension;modifierExtension *Extension;file Reference>DocumentReference;type CodeableConcept',
    'GenomicStudy.analysis.performer':
      'id string;extension *Extension;modifierExtension *Extension;actor Reference>Practitioner,PractitionerRole,Organization,Device;role CodeableConcept',
    Goal: 'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;lifecycleStatus !code=goal-status;achievementStatus CodeableConcept;category *CodeableConcept;continuous boolean;priority CodeableConcept;description !CodeableConcept;subject !Reference>Patient,Group,Organization;start[x] date|CodeableConcept;target *.Goal.target;statusDate date;statusReason string;source Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,CareTeam;addresses *Reference>Condition,Observation,MedicationStatement,MedicationRequest,NutritionOrder,ServiceRequest,RiskAssessment,Procedure;note *Annotation;outcome *CodeableReference>Observation',
    'Goal.target':
      'id string;extension *Extension;modifierExtension *Extension;measure CodeableConcept;detail[x] Quantity|Range|CodeableConcept|string|boolean|integer|Ratio;due[x] date|Duration',
    GraphDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name !string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;start id;node *.GraphDefinition.node;link *.GraphDefinition.link',
    'GraphDefinition.link':
      'id string;extension *Extension;modifierExtension *Extension;description string;min integer;max string;sourceId !id;path string;sliceName string;targetId !id;params string;compartment *.GraphDefinition.link.compartment',
    'GraphDefinition.link.compartment':
      'id string;extension *Extension;modifierExtension *Extension;use !code=graph-compartment-use;rule !code=graph-compartment-rule;code !code=compartment-type;expression string;description string',
    'GraphDefinition.node':
      'id string;extension *Extension;modifierExtension *Extension;nodeId !id;description string;type !code;profile canonical',
    Group:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;type !code=group-type;membership !code=group-membership-basis;code CodeableConcept;name string;description markdown;quantity unsignedInt;managingEntity Reference>Organization,RelatedPerson,Practitioner,PractitionerRole;characteristic *.Group.characteristic;member *.Group.member',
    'Group.characteristic':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;value[x] !CodeableConcept|boolean|Quantity|Range|Reference;exclude !boolean;period Period',
    'Group.member':
      'id string;extension *Extension;modifierExtension *Extension;entity !Reference>CareTeam,Device,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson,Specimen;period Period;inactive boolean',
    GuidanceResponse:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;requestIdentifier Identifier;identifier *Identifier;module[x] !uri|canonical|CodeableConcept;status !code=guidance-response-status;subject Reference>Patient,Group;encounter Reference>Encounter;occurrenceDateTime dateTime;performer Reference>Device;reason *CodeableReference;note *Annotation;evaluationMessage Reference>OperationOutcome;outputParameters Reference>Parameters;result *Reference>Appointment,AppointmentResponse,CarePlan,Claim,CommunicationRequest,Contract,CoverageEligibilityRequest,DeviceRequest,EnrollmentRequest,ImmunizationRecommendation,MedicationRequest,NutritionOrder,RequestOrchestration,ServiceRequest,SupplyRequest,Task,VisionPrescription;dataRequirement *DataRequirement',
    HealthcareService:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;providedBy Reference>Organization;offeredIn *Reference>HealthcareService;category *CodeableConcept;type *CodeableConcept;specialty *CodeableConcept;location *Reference>Location;name string;comment markdown;extraDetails markdown;photo Attachment;contact *ExtendedContactDetail;coverageArea *Reference>Location;serviceProvisionCode *CodeableConcept;eligibility *.HealthcareService.eligibility;program *CodeableConcept;characteristic *CodeableConcept;communication *CodeableConcept;referralMethod *CodeableConcept;appointmentRequired boolean;availability *Availability;endpoint *Reference>Endpoint',
    'HealthcareService.eligibility':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;comment markdown',
    ImagingSelection:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=imagingselection-status;subject Reference>Patient,Group,Device,Location,Organization,Procedure,Practitioner,Medication,Substance,Specimen;issued instant;performer *.ImagingSelection.performer;basedOn *Reference>CarePlan,ServiceRequest,Appointment,AppointmentResponse,Task;category *CodeableConcept;code !CodeableConcept;studyUid id;derivedFrom *Reference>ImagingStudy,DocumentReference;endpoint *Reference>Endpoint;seriesUid id;seriesNumber unsignedInt;frameOfReferenceUid id;bodySite CodeableReference>BodyStructure;focus *Reference>ImagingSelection;instance *.ImagingSelection.instance',
    'ImagingSelection.instance':
      'id string;extension *Extension;modifierExtension *Extension;uid !id;number unsignedInt;sopClass Coding;subset *string;imageRegion2D *.ImagingSelection.instance.imageRegion2D;imageRegion3D *.ImagingSelection.instance.imageRegion3D',
    'ImagingSelection.instance.imageRegion2D':
      'id string;extension *Extension;modifierExtension *Extension;regionType !code=imagingselection-2dgraphictype;coordinate !*decimal',
    'ImagingSelection.instance.imageRegion3D':
      'id string;extension *Extension;modifierExtension *Extension;regionType !code=imagingselection-3dgraphictype;coordinate !*decimal',
    'ImagingSelection.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor Reference>Practitioner,PractitionerRole,Device,Organization,CareTeam,Patient,RelatedPerson,HealthcareService',
    ImagingStudy:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=imagingstudy-status;modality *CodeableConcept;subject !Reference>Patient,Device,Group;encounter Reference>Encounter;started dateTime;basedOn *Reference>CarePlan,ServiceRequest,Appointment,AppointmentResponse,Task;partOf *Reference>Procedure;referrer Reference>Practitioner,PractitionerRole;endpoint *Reference>Endpoint;numberOfSeries unsignedInt;numberOfInstances unsignedInt;procedure *CodeableReference>PlanDefinition,ActivityDefinition;location Reference>Location;reason *CodeableReference>Condition,Observation,DiagnosticReport,DocumentReference;note *Annotation;description string;series *.ImagingStudy.series',
    'ImagingStudy.series':
      'id string;extension *Extension;modifierExtension *Extension;uid !id;number unsignedInt;modality !CodeableConcept;description string;numberOfInstances unsignedInt;endpoint *Reference>Endpoint;bodySite CodeableReference>BodyStructure;laterality CodeableConcept;specimen *Reference>Specimen;started dateTime;performer *.ImagingStudy.series.performer;instance *.ImagingStudy.series.instance',
    'ImagingStudy.series.instance':
      'id string;extension *Extension;modifierExtension *Extension;uid !id;sopClass !Coding;number unsignedInt;title string',
    'ImagingStudy.series.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,Device,RelatedPerson,HealthcareService',
    Immunization:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>CarePlan,MedicationRequest,ServiceRequest,ImmunizationRecommendation;status !code=immunization-status;statusReason CodeableConcept;vaccineCode !CodeableConcept;administeredProduct CodeableReference>Medication;manufacturer CodeableReference>Organization;lotNumber string;expirationDate date;patient !Reference>Patient;encounter Reference>Encounter;supportingInformation *Reference;occurrence[x] !dateTime|string;primarySource boolean;informationSource CodeableReference>Patient,Practitioner,PractitionerRole,RelatedPerson,Organization;location Reference>Location;site CodeableConcept;route CodeableConcept;doseQuantity Quantity;performer *.Immunization.performer;note *Annotation;reason *CodeableReference>Condition,Observation,DiagnosticReport;isSubpotent boolean;subpotentReason *CodeableConcept;programEligibility *.Immunization.programEligibility;fundingSource CodeableConcept;reaction *.Immunization.reaction;protocolApplied *.Immunization.protocolApplied',
    'Immunization.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson',
    'Immunization.programEligibility':
      'id string;extension *Extension;modifierExtension *Extension;program !CodeableConcept;programStatus !CodeableConcept',
    'Immunization.protocolApplied':
      'id string;extension *Extension;modifierExtension *Extension;series string;authority Reference>Organization;targetDisease *CodeableConcept;doseNumber !string;seriesDoses string',
    'Immunization.reaction':
      'id string;extension *Extension;modifierExtension *Extension;date dateTime;manifestation CodeableReference>Observation;reported boolean',
    ImmunizationEvaluation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=immunization-evaluation-status;patient !Reference>Patient;date dateTime;authority Reference>Organization;targetDisease !CodeableConcept;immunizationEvent !Reference>Immunization;doseStatus !CodeableConcept;doseStatusReason *CodeableConcept;description markdown;series string;doseNumber string;seriesDoses string',
    ImmunizationRecommendation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;patient !Reference>Patient;date !dateTime;authority Reference>Organization;recommendation !*.ImmunizationRecommendation.recommendation',
    'ImmunizationRecommendation.recommendation':
      'id string;extension *Extension;modifierExtension *Extension;vaccineCode *CodeableConcept;targetDisease *CodeableConcept;contraindicatedVaccineCode *CodeableConcept;forecastStatus !CodeableConcept;forecastReason *CodeableConcept;dateCriterion *.ImmunizationRecommendation.recommendation.dateCriterion;description markdown;series string;doseNumber string;seriesDoses string;supportingImmunization *Reference>Immunization,ImmunizationEvaluation;supportingPatientInformation *Reference',
    'ImmunizationRecommendation.recommendation.dateCriterion':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;value !dateTime',
    ImplementationGuide:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name !string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;packageId !id;license code;fhirVersion !*code=FHIR-version;dependsOn *.ImplementationGuide.dependsOn;global *.ImplementationGuide.global;definition .ImplementationGuide.definition;manifest .ImplementationGuide.manifest',
    'ImplementationGuide.definition':
      'id string;extension *Extension;modifierExtension *Extension;grouping *.ImplementationGuide.definition.grouping;resource *.ImplementationGuide.definition.resource;page .ImplementationGuide.definition.page;parameter *.ImplementationGuide.definition.parameter;template *.ImplementationGuide.definition.template',
    'ImplementationGuide.definition.grouping':
      'id string;extension *Extension;modifierExtension *Extension;name !string;description markdown',
    'ImplementationGuide.definition.page':
      'id string;extension *Extension;modifierExtension *Extension;source[x] url|string|markdown;name !url;title !string;generation !code=guide-page-generation;page *.ImplementationGuide.definition.page',
    'ImplementationGuide.definition.parameter':
      'id string;extension *Extension;modifierExtension *Extension;code !Coding;value !string',
    'ImplementationGuide.definition.resource':
      'id string;extension *Extension;modifierExtension *Extension;reference !Reference;fhirVersion *code=FHIR-version;name string;description markdown;isExample boolean;profile *canonical;groupingId id',
    'ImplementationGuide.definition.template':
      'id string;extension *Extension;modifierExtension *Extension;code !code;source !string;scope string',
    'ImplementationGuide.dependsOn':
      'id string;extension *Extension;modifierExtension *Extension;uri !canonical;packageId id;version string;reason markdown',
    'ImplementationGuide.global':
      'id string;extension *Extension;modifierExtension *Extension;type !code;profile !canonical',
    'ImplementationGuide.manifest':
      'id string;extension *Extension;modifierExtension *Extension;rendering url;resource !*.ImplementationGuide.manifest.resource;page *.ImplementationGuide.manifest.page;image *string;other *string',
    'ImplementationGuide.manifest.page':
      'id string;extension *Extension;modifierExtension *Extension;name !string;title string;anchor *string',
    'ImplementationGuide.manifest.resource':
      'id string;extension *Extension;modifierExtension *Extension;reference !Reference;isExample boolean;profile *canonical;relativePath url',
    Ingredient:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier Identifier;status !code=publication-status;for *Reference>MedicinalProductDefinition,AdministrableProductDefinition,ManufacturedItemDefinition;role !CodeableConcept;function *CodeableConcept;group CodeableConcept;allergenicIndicator boolean;comment markdown;manufacturer *.Ingredient.manufacturer;substance !.Ingredient.substance',
    'Ingredient.manufacturer':
      'id string;extension *Extension;modifierExtension *Extension;role code=ingredient-manufacturer-role;manufacturer !Reference>Organization',
    'Ingredient.substance':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableReference>SubstanceDefinition;strength *.Ingredient.substance.strength',
    'Ingredient.substance.strength':
      'id string;extension *Extension;modifierExtension *Extension;presentation[x] Ratio|RatioRange|CodeableConcept|Quantity;textPresentation string;concentration[x] Ratio|RatioRange|CodeableConcept|Quantity;textConcentration string;basis CodeableConcept;measurementPoint string;country *CodeableConcept;referenceStrength *.Ingredient.substance.strength.referenceStrength',
    'Ingredient.substance.strength.referenceStrength':
      'id string;extension *Extension;modifierExtension *Extension;substance !CodeableReference>SubstanceDefinition;strength[x] !Ratio|RatioRange|Quantity;measurementPoint string;country *CodeableConcept',
    InsurancePlan:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=publication-status;type *CodeableConcept;name string;alias *string;period Period;ownedBy Reference>Organization;administeredBy Reference>Organization;coverageArea *Reference>Location;contact *ExtendedContactDetail;endpoint *Reference>Endpoint;network *Reference>Organization;coverage *.InsurancePlan.coverage;plan *.InsurancePlan.plan',
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
    InventoryItem:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=inventoryitem-status;category *CodeableConcept;code *CodeableConcept;name *.InventoryItem.name;responsibleOrganization *.InventoryItem.responsibleOrganization;description .InventoryItem.description;inventoryStatus *CodeableConcept;baseUnit CodeableConcept;netContent Quantity;association *.InventoryItem.association;characteristic *.InventoryItem.characteristic;instance .InventoryItem.instance;productReference Reference>Medication,Device,NutritionProduct,BiologicallyDerivedProduct',
    'InventoryItem.association':
      'id string;extension *Extension;modifierExtension *Extension;associationType !CodeableConcept;relatedItem !Reference>InventoryItem,Medication,MedicationKnowledge,Device,DeviceDefinition,NutritionProduct,BiologicallyDerivedProduct;quantity !Ratio',
    'InventoryItem.characteristic':
      'id string;extension *Extension;modifierExtension *Extension;characteristicType !CodeableConcept;value[x] !string|integer|decimal|boolean|url|dateTime|Quantity|Range|Ratio|Annotation|Address|Duration|CodeableConcept',
    'InventoryItem.description':
      'id string;extension *Extension;modifierExtension *Extension;language code;description string',
    'InventoryItem.instance':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;lotNumber string;expiry dateTime;subject Reference>Patient,Organization;location Reference>Location',
    'InventoryItem.name':
      'id string;extension *Extension;modifierExtension *Extension;nameType !Coding;language !code;name !string',
    'InventoryItem.responsibleOrganization':
      'id string;extension *Extension;modifierExtension *Extension;role !CodeableConcept;organization !Reference>Organization',
    InventoryReport:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=inventoryreport-status;countType !code=inventoryreport-counttype;operationType CodeableConcept;operationTypeReason CodeableConcept;reportedDateTime !dateTime;reporter Reference>Practitioner,Patient,RelatedPerson,Device;reportingPeriod Period;inventoryListing *.InventoryReport.inventoryListing;note *Annotation',
    'InventoryReport.inventoryListing':
      'id string;extension *Extension;modifierExtension *Extension;location Reference>Location;itemStatus CodeableConcept;countingDateTime dateTime;item *.InventoryReport.inventoryListing.item',
    'InventoryReport.inventoryListing.item':
      'id string;extension *Extension;modifierExtension *Extension;category CodeableConcept;quantity !Quantity;item !CodeableReference>Medication,Device,Medication,NutritionProduct,InventoryItem,BiologicallyDerivedProduct,InventoryItem',
    Invoice:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=invoice-status;cancelledReason string;type CodeableConcept;subject Reference>Patient,Group;recipient Reference>Organization,Patient,RelatedPerson;date dateTime;creation dateTime;period[x] date|Period;participant *.Invoice.participant;issuer Reference>Organization;account Reference>Account;lineItem *.Invoice.lineItem;totalPriceComponent *MonetaryComponent;totalNet Money;totalGross Money;paymentTerms markdown;note *Annotation',
    'Invoice.lineItem':
      'id string;extension *Extension;modifierExtension *Extension;sequence positiveInt;serviced[x] date|Period;chargeItem[x] !Reference>ChargeItem|CodeableConcept;priceComponent *MonetaryComponent',
    'Invoice.participant':
      'id string;extension *Extension;modifierExtension *Extension;role CodeableConcept;actor !Reference>Practitioner,Organization,Patient,PractitionerRole,Device,RelatedPerson',
    Library:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;subtitle string;status !code=publication-status;experimental boolean;type !CodeableConcept;subject[x] CodeableConcept|Reference>Group;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;parameter *ParameterDefinition;dataRequirement *DataRequirement;content *Attachment',
    Linkage:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;active boolean;author Reference>Practitioner,PractitionerRole,Organization;item !*.Linkage.item',
    'Linkage.item':
      'id string;extension *Extension;modifierExtension *Extension;type !code=linkage-type;resource !Reference',
    List: 'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=list-status;mode !code=list-mode;title string;code CodeableConcept;subject *Reference;encounter Reference>Encounter;date dateTime;source Reference>Practitioner,PractitionerRole,Patient,Device,Organization,RelatedPerson,CareTeam;orderedBy CodeableConcept;note *Annotation;entry *.List.entry;emptyReason CodeableConcept',
    'List.entry':
      'id string;extension *Extension;modifierExtension *Extension;flag CodeableConcept;deleted boolean;date dateTime;item !Reference',
    Location:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=location-status;operationalStatus Coding;name string;alias *string;description markdown;mode code=location-mode;type *CodeableConcept;contact *ExtendedContactDetail;address Address;form CodeableConcept;position .Location.position;managingOrganization Reference>Organization;partOf Reference>Location;characteristic *CodeableConcept;hoursOfOperation *Availability;virtualService *VirtualServiceDetail;endpoint *Reference>Endpoint',
    'Location.position':
      'id string;extension *Extension;modifierExtension *Extension;longitude !decimal;latitude !decimal;altitude decimal',
    ManufacturedItemDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=publication-status;name string;manufacturedDoseForm !CodeableConcept;unitOfPresentation CodeableConcept;manufacturer *Reference>Organization;marketingStatus *MarketingStatus;ingredient *CodeableConcept;property *.ManufacturedItemDefinition.property;component *.ManufacturedItemDefinition.component',
    'ManufacturedItemDefinition.component':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;function *CodeableConcept;amount *Quantity;constituent *.ManufacturedItemDefinition.component.constituent;property *.ManufacturedItemDefinition.property;component *.ManufacturedItemDefinition.component',
    'ManufacturedItemDefinition.component.constituent':
      'id string;extension *Extension;modifierExtension *Extension;amount *Quantity;location *CodeableConcept;function *CodeableConcept;hasIngredient *CodeableReference>Ingredient',
    'ManufacturedItemDefinition.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] CodeableConcept|Quantity|date|boolean|markdown|Attachment|Reference>Binary',
    MarketingStatus:
      'id string;extension *Extension;modifierExtension *Extension;country CodeableConcept;jurisdiction CodeableConcept;status !CodeableConcept;dateRange Period;restoreDate dateTime',
    Measure:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;subtitle string;status !code=publication-status;experimental boolean;subject[x] CodeableConcept|Reference>Group;basis code;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;library *canonical;disclaimer markdown;scoring CodeableConcept;scoringUnit CodeableConcept;compositeScoring CodeableConcept;type *CodeableConcept;riskAdjustment markdown;rateAggregation markdown;rationale markdown;clinicalRecommendationStatement markdown;improvementNotation CodeableConcept;term *.Measure.term;guidance markdown;group *.Measure.group;supplementalData *.Measure.supplementalData',
    'Measure.group':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;code CodeableConcept;description markdown;type *CodeableConcept;subject[x] CodeableConcept|Reference>Group;basis code;scoring CodeableConcept;scoringUnit CodeableConcept;rateAggregation markdown;improvementNotation CodeableConcept;library *canonical;population *.Measure.group.population;stratifier *.Measure.group.stratifier',
    'Measure.group.population':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;code CodeableConcept;description markdown;criteria Expression;groupDefinition Reference>Group;inputPopulationId string;aggregateMethod CodeableConcept',
    'Measure.group.stratifier':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;code CodeableConcept;description markdown;criteria Expression;groupDefinition Reference>Group;component *.Measure.group.stratifier.component',
    'Measure.group.stratifier.component':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;code CodeableConcept;description markdown;criteria Expression;groupDefinition Reference>Group',
    'Measure.supplementalData':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;code CodeableConcept;usage *CodeableConcept;description markdown;criteria !Expression',
    'Measure.term':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;definition markdown',
    MeasureReport:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=measure-report-status;type !code=measure-report-type;dataUpdateType code=submit-data-update-type;measure canonical;subject Reference>CareTeam,Device,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;date dateTime;reporter Reference>Practitioner,PractitionerRole,Organization,Group;reportingVendor Reference>Organization;location Reference>Location;period !Period;inputParameters Reference>Parameters;scoring CodeableConcept;improvementNotation CodeableConcept;group *.MeasureReport.group;supplementalData *Reference;evaluatedResource *Reference',
    'MeasureReport.group':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;code CodeableConcept;subject Reference>CareTeam,Device,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;population *.MeasureReport.group.population;measureScore[x] Quantity|dateTime|CodeableConcept|Period|Range|Duration;stratifier *.MeasureReport.group.stratifier',
    'MeasureReport.group.population':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;code CodeableConcept;count integer;subjectResults Reference>List;subjectReport *Reference>MeasureReport;subjects Reference>Group',
    'MeasureReport.group.stratifier':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;code CodeableConcept;stratum *.MeasureReport.group.stratifier.stratum',
    'MeasureReport.group.stratifier.stratum':
      'id string;extension *Extension;modifierExtension *Extension;value[x] CodeableConcept|boolean|Quantity|Range|Reference;component *.MeasureReport.group.stratifier.stratum.component;population *.MeasureReport.group.stratifier.stratum.population;measureScore[x] Quantity|dateTime|CodeableConcept|Period|Range|Duration',
    'MeasureReport.group.stratifier.stratum.component':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;code !CodeableConcept;value[x] !CodeableConcept|boolean|Quantity|Range|Reference',
    'MeasureReport.group.stratifier.stratum.population':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;code CodeableConcept;count integer;subjectResults Reference>List;subjectReport *Reference>MeasureReport;subjects Reference>Group',
    Medication:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;code CodeableConcept;status code=medication-status;marketingAuthorizationHolder Reference>Organization;doseForm CodeableConcept;totalVolume Quantity;ingredient *.Medication.ingredient;batch .Medication.batch;definition Reference>MedicationKnowledge',
    'Medication.batch':
      'id string;extension *Extension;modifierExtension *Extension;lotNumber string;expirationDate dateTime',
    'Medication.ingredient':
      'id string;extension *Extension;modifierExtension *Extension;item !CodeableReference>Substance,Medication;isActive boolean;strength[x] Ratio|CodeableConcept|Quantity',
    MedicationAdministration:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>CarePlan;partOf *Reference>MedicationAdministration,Procedure,MedicationDispense;status !code=medication-admin-status;statusReason *CodeableConcept;category *CodeableConcept;medication !CodeableReference>Medication;subject !Reference>Patient,Group;encounter Reference>Encounter;supportingInformation *Reference;occurence[x] !dateTime|Period|Timing;recorded dateTime;isSubPotent boolean;subPotentReason *CodeableConcept;performer *.MedicationAdministration.performer;reason *CodeableReference>Condition,Observation,DiagnosticReport;request Reference>MedicationRequest;device *CodeableReference>Device;note *Annotation;dosage .MedicationAdministration.dosage;eventHistory *Reference>Provenance',
    'MedicationAdministration.dosage':
      'id string;extension *Extension;modifierExtension *Extension;text string;site CodeableConcept;route CodeableConcept;method CodeableConcept;dose Quantity;rate[x] Ratio|Quantity',
    'MedicationAdministration.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !CodeableReference>Practitioner,PractitionerRole,Patient,RelatedPerson,Device',
    MedicationDispense:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>CarePlan;partOf *Reference>Procedure,MedicationAdministration;status !code=medicationdispense-status;notPerformedReason CodeableReference>DetectedIssue;statusChanged dateTime;category *CodeableConcept;medication !CodeableReference>Medication;subject !Reference>Patient,Group;encounter Reference>Encounter;supportingInformation *Reference;performer *.MedicationDispense.performer;location Reference>Location;authorizingPrescription *Reference>MedicationRequest;type CodeableConcept;quantity Quantity;daysSupply Quantity;recorded dateTime;whenPrepared dateTime;whenHandedOver dateTime;destination Reference>Location;receiver *Reference>Patient,Practitioner,RelatedPerson,Location,PractitionerRole;note *Annotation;renderedDosageInstruction markdown;dosageInstruction *Dosage;substitution .MedicationDispense.substitution;eventHistory *Reference>Provenance',
    'MedicationDispense.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,Patient,Device,RelatedPerson,CareTeam',
    'MedicationDispense.substitution':
      'id string;extension *Extension;modifierExtension *Extension;wasSubstituted !boolean;type CodeableConcept;reason *CodeableConcept;responsibleParty Reference>Practitioner,PractitionerRole,Organization',
    MedicationKnowledge:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;code CodeableConcept;status code=medicationknowledge-status;author Reference>Organization;intendedJurisdiction *CodeableConcept;name *string;relatedMedicationKnowledge *.MedicationKnowledge.relatedMedicationKnowledge;associatedMedication *Reference>Medication;productType *CodeableConcept;monograph *.MedicationKnowledge.monograph;preparationInstruction markdown;cost *.MedicationKnowledge.cost;monitoringProgram *.MedicationKnowledge.monitoringProgram;indicationGuideline *.MedicationKnowledge.indicationGuideline;medicineClassification *.MedicationKnowledge.medicineClassification;packaging *.MedicationKnowledge.packaging;clinicalUseIssue *Reference>ClinicalUseDefinition;storageGuideline *.MedicationKnowledge.storageGuideline;regulatory *.MedicationKnowledge.regulatory;definitional .MedicationKnowledge.definitional',
    'MedicationKnowledge.cost':
      'id string;extension *Extension;modifierExtension *Extension;effectiveDate *Period;type !CodeableConcept;source string;cost[x] !Money|CodeableConcept',
    'MedicationKnowledge.definitional':
      'id string;extension *Extension;modifierExtension *Extension;definition *Reference>MedicinalProductDefinition;doseForm CodeableConcept;intendedRoute *CodeableConcept;ingredient *.MedicationKnowledge.definitional.ingredient;drugCharacteristic *.MedicationKnowledge.definitional.drugCharacteristic',
    'MedicationKnowledge.definitional.drugCharacteristic':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;value[x] CodeableConcept|string|Quantity|base64Binary|Attachment',
    'MedicationKnowledge.definitional.ingredient':
      'id string;extension *Extension;modifierExtension *Extension;item !CodeableReference>Substance;type CodeableConcept;strength[x] Ratio|CodeableConcept|Quantity',
    'MedicationKnowledge.indicationGuideline':
      'id string;extension *Extension;modifierExtension *Extension;indication *CodeableReference>ClinicalUseDefinition;dosingGuideline *.MedicationKnowledge.indicationGuideline.dosingGuideline',
    'MedicationKnowledge.indicationGuideline.dosingGuideline':
      'id string;extension *Extension;modifierExtension *Extension;treatmentIntent CodeableConcept;dosage *.MedicationKnowledge.indicationGuideline.dosingGuideline.dosage;administrationTreatment CodeableConcept;patientCharacteristic *.MedicationKnowledge.indicationGuideline.dosingGuideline.patientCharacteristic',
    'MedicationKnowledge.indicationGuideline.dosingGuideline.dosage':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;dosage !*Dosage',
    'MedicationKnowledge.indicationGuideline.dosingGuideline.patientCharacteristic':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] CodeableConcept|Quantity|Range',
    'MedicationKnowledge.medicineClassification':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;source[x] string|uri;classification *CodeableConcept',
    'MedicationKnowledge.monitoringProgram':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;name string',
    'MedicationKnowledge.monograph':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;source Reference>DocumentReference',
    'MedicationKnowledge.packaging':
      'id string;extension *Extension;modifierExtension *Extension;cost *.MedicationKnowledge.cost;packagedProduct Reference>PackagedProductDefinition',
    'MedicationKnowledge.regulatory':
      'id string;extension *Extension;modifierExtension *Extension;regulatoryAuthority !Reference>Organization;substitution *.MedicationKnowledge.regulatory.substitution;schedule *CodeableConcept;maxDispense .MedicationKnowledge.regulatory.maxDispense',
    'MedicationKnowledge.regulatory.maxDispense':
      'id string;extension *Extension;modifierExtension *Extension;quantity !Quantity;period Duration',
    'MedicationKnowledge.regulatory.substitution':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;allowed !boolean',
    'MedicationKnowledge.relatedMedicationKnowledge':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;reference !*Reference>MedicationKnowledge',
    'MedicationKnowledge.storageGuideline':
      'id string;extension *Extension;modifierExtension *Extension;reference uri;note *Annotation;stabilityDuration Duration;environmentalSetting *.MedicationKnowledge.storageGuideline.environmentalSetting',
    'MedicationKnowledge.storageGuideline.environmentalSetting':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !Quantity|Range|CodeableConcept',
    MedicationRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>CarePlan,MedicationRequest,ServiceRequest,ImmunizationRecommendation;priorPrescription Reference>MedicationRequest;groupIdentifier Identifier;status !code=medicationrequest-status;statusReason CodeableConcept;statusChanged dateTime;intent !code=medicationrequest-intent;category *CodeableConcept;priority code=request-priority;doNotPerform boolean;medication !CodeableReference>Medication;subject !Reference>Patient,Group;informationSource *Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Organization;encounter Reference>Encounter;supportingInformation *Reference;authoredOn dateTime;requester Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson,Device;reported boolean;performerType CodeableConcept;performer *Reference>Practitioner,PractitionerRole,Organization,Patient,DeviceDefinition,RelatedPerson,CareTeam,HealthcareService;device *CodeableReference>DeviceDefinition;recorder Reference>Practitioner,PractitionerRole;reason *CodeableReference>Condition,Observation;courseOfTherapyType CodeableConcept;insurance *Reference>Coverage,ClaimResponse;note *Annotation;renderedDosageInstruction markdown;effectiveDosePeriod Period;dosageInstruction *Dosage;dispenseRequest .MedicationRequest.dispenseRequest;substitution .MedicationRequest.substitution;eventHistory *Reference>Provenance',
    'MedicationRequest.dispenseRequest':
      'id string;extension *Extension;modifierExtension *Extension;initialFill .MedicationRequest.dispenseRequest.initialFill;dispenseInterval Duration;validityPeriod Period;numberOfRepeatsAllowed unsignedInt;quantity Quantity;expectedSupplyDuration Duration;dispenser Reference>Organization;dispenserInstruction *Annotation;doseAdministrationAid CodeableConcept',
    'MedicationRequest.dispenseRequest.initialFill':
      'id string;extension *Extension;modifierExtension *Extension;quantity Quantity;duration Duration',
    'MedicationRequest.substitution':
      'id string;extension *Extension;modifierExtension *Extension;allowed[x] !boolean|CodeableConcept;reason CodeableConcept',
    MedicationStatement:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;partOf *Reference>Procedure,MedicationStatement;status !code=medication-statement-status;category *CodeableConcept;medication !CodeableReference>Medication;subject !Reference>Patient,Group;encounter Reference>Encounter;effective[x] dateTime|Period|Timing;dateAsserted dateTime;informationSource *Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Organization;derivedFrom *Reference;reason *CodeableReference>Condition,Observation,DiagnosticReport;note *Annotation;relatedClinicalInformation *Reference>Observation,Condition;renderedDosageInstruction markdown;dosage *Dosage;adherence .MedicationStatement.adherence',
    'MedicationStatement.adherence':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;reason CodeableConcept',
    MedicinalProductDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;type CodeableConcept;domain CodeableConcept;version string;status CodeableConcept;statusDate dateTime;description markdown;combinedPharmaceuticalDoseForm CodeableConcept;route *CodeableConcept;indication markdown;legalStatusOfSupply CodeableConcept;additionalMonitoringIndicator CodeableConcept;specialMeasures *CodeableConcept;pediatricUseIndicator CodeableConcept;classification *CodeableConcept;marketingStatus *MarketingStatus;packagedMedicinalProduct *CodeableConcept;comprisedOf *Reference>ManufacturedItemDefinition,DeviceDefinition;ingredient *CodeableConcept;impurity *CodeableReference>SubstanceDefinition;attachedDocument *Reference>DocumentReference;masterFile *Reference>DocumentReference;contact *.MedicinalProductDefinition.contact;clinicalTrial *Reference>ResearchStudy;code *Coding;name !*.MedicinalProductDefinition.name;crossReference *.MedicinalProductDefinition.crossReference;operation *.MedicinalProductDefinition.operation;characteristic *.MedicinalProductDefinition.characteristic',
    'MedicinalProductDefinition.characteristic':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] CodeableConcept|markdown|Quantity|integer|date|boolean|Attachment',
    'MedicinalProductDefinition.contact':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;contact !Reference>Organization,PractitionerRole',
    'MedicinalProductDefinition.crossReference':
      'id string;extension *Extension;modifierExtension *Extension;product !CodeableReference>MedicinalProductDefinition;type CodeableConcept',
    'MedicinalProductDefinition.name':
      'id string;extension *Extension;modifierExtension *Extension;productName !string;type CodeableConcept;part *.MedicinalProductDefinition.name.part;usage *.MedicinalProductDefinition.name.usage',
    'MedicinalProductDefinition.name.part':
      'id string;extension *Extension;modifierExtension *Extension;part !string;type !CodeableConcept',
    'MedicinalProductDefinition.name.usage':
      'id string;extension *Extension;modifierExtension *Extension;country !CodeableConcept;jurisdiction CodeableConcept;language !CodeableConcept',
    'MedicinalProductDefinition.operation':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableReference>ActivityDefinition,PlanDefinition;effectiveDate Period;organization *Reference>Organization;confidentialityIndicator CodeableConcept',
    MessageDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;replaces *canonical;status !code=publication-status;experimental boolean;date !dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;base canonical;parent *canonical;event[x] !Coding|uri;category code=message-significance-category;focus *.MessageDefinition.focus;responseRequired code=messageheader-response-request;allowedResponse *.MessageDefinition.allowedResponse;graph canonical',
    'MessageDefinition.allowedResponse':
      'id string;extension *Extension;modifierExtension *Extension;message !canonical;situation markdown',
    'MessageDefinition.focus':
      'id string;extension *Extension;modifierExtension *Extension;code !code;profile canonical;min !unsignedInt;max string',
    MessageHeader:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;event[x] !Coding|canonical;destination *.MessageHeader.destination;sender Reference>Practitioner,PractitionerRole,Device,Organization;author Reference>Practitioner,PractitionerRole,Device,Organization;source !.MessageHeader.source;responsible Reference>Practitioner,PractitionerRole,Organization;reason CodeableConcept;response .MessageHeader.response;focus *Reference;definition canonical',
    'MessageHeader.destination':
      'id string;extension *Extension;modifierExtension *Extension;endpoint[x] url|Reference>Endpoint;name string;target Reference>Device;receiver Reference>Practitioner,PractitionerRole,Organization',
    'MessageHeader.response':
      'id string;extension *Extension;modifierExtension *Extension;identifier !Identifier;code !code=response-code;details Reference>OperationOutcome',
    'MessageHeader.source':
      'id string;extension *Extension;modifierExtension *Extension;endpoint[x] url|Reference>Endpoint;name string;software string;version string;contact ContactPoint',
    MolecularSequence:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;type code=sequence-type;subject Reference>Patient,Group,Substance,BiologicallyDerivedProduct,NutritionProduct;focus *Reference;specimen Reference>Specimen;device Reference>Device;performer Reference>Organization;literal string;formatted *Attachment;relative *.MolecularSequence.relative',
    'MolecularSequence.relative':
      'id string;extension *Extension;modifierExtension *Extension;coordinateSystem !CodeableConcept;ordinalPosition integer;sequenceRange Range;startingSequence .MolecularSequence.relative.startingSequence;edit *.MolecularSequence.relative.edit',
    'MolecularSequence.relative.edit':
      'id string;extension *Extension;modifierExtension *Extension;start integer;end integer;replacementSequence string;replacedSequence string',
    'MolecularSequence.relative.startingSequence':
      'id string;extension *Extension;modifierExtension *Extension;genomeAssembly CodeableConcept;chromosome CodeableConcept;sequence[x] CodeableConcept|string|Reference>MolecularSequence;windowStart integer;windowEnd integer;orientation code=orientation-type;strand code=strand-type',
    MonetaryComponent:
      'id string;extension *Extension;type !code=price-component-type;code CodeableConcept;factor decimal;amount Money',
    NamingSystem:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name !string;title string;status !code=publication-status;kind !code=namingsystem-type;experimental boolean;date !dateTime;publisher string;contact *ContactDetail;responsible string;type CodeableConcept;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;usage string;uniqueId !*.NamingSystem.uniqueId',
    'NamingSystem.uniqueId':
      'id string;extension *Extension;modifierExtension *Extension;type !code=namingsystem-identifier-type;value !string;preferred boolean;comment string;period Period;authoritative boolean',
    NutritionIntake:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference>NutritionOrder,CarePlan,ServiceRequest;partOf *Reference>NutritionIntake,Procedure,Observation;status !code=event-status;statusReason *CodeableConcept;code CodeableConcept;subject !Reference>Patient,Group;encounter Reference>Encounter;occurrence[x] dateTime|Period;recorded dateTime;reported[x] boolean|Reference>Patient,RelatedPerson,Practitioner,PractitionerRole,Organization;consumedItem !*.NutritionIntake.consumedItem;ingredientLabel *.NutritionIntake.ingredientLabel;performer *.NutritionIntake.performer;location Reference>Location;derivedFrom *Reference;reason *CodeableReference>Condition,Observation,DiagnosticReport,DocumentReference;note *Annotation',
    'NutritionIntake.consumedItem':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;nutritionProduct !CodeableReference>NutritionProduct;schedule Timing;amount Quantity;rate Quantity;notConsumed boolean;notConsumedReason CodeableConcept',
    'NutritionIntake.ingredientLabel':
      'id string;extension *Extension;modifierExtension *Extension;nutrient !CodeableReference>Substance;amount !Quantity',
    'NutritionIntake.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,Device,RelatedPerson',
    NutritionOrder:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;instantiates *uri;basedOn *Reference>CarePlan,NutritionOrder,ServiceRequest;groupIdentifier Identifier;status !code=request-status;intent !code=request-intent;priority code=request-priority;subject !Reference>Patient,Group;encounter Reference>Encounter;supportingInformation *Reference;dateTime !dateTime;orderer Reference>Practitioner,PractitionerRole;performer *CodeableReference>CareTeam,Practitioner,PractitionerRole,RelatedPerson,Patient,Organization;allergyIntolerance *Reference>AllergyIntolerance;foodPreferenceModifier *CodeableConcept;excludeFoodModifier *CodeableConcept;outsideFoodAllowed boolean;oralDiet .NutritionOrder.oralDiet;supplement *.NutritionOrder.supplement;enteralFormula .NutritionOrder.enteralFormula;note *Annotation',
    'NutritionOrder.enteralFormula':
      'id string;extension *Extension;modifierExtension *Extension;baseFormulaType CodeableReference>NutritionProduct;baseFormulaProductName string;deliveryDevice *CodeableReference>DeviceDefinition;additive *.NutritionOrder.enteralFormula.additive;caloricDensity Quantity;routeOfAdministration CodeableConcept;administration *.NutritionOrder.enteralFormula.administration;maxVolumeToDeliver Quantity;administrationInstruction markdown',
    'NutritionOrder.enteralFormula.additive':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableReference>NutritionProduct;productName string;quantity Quantity',
    'NutritionOrder.enteralFormula.administration':
      'id string;extension *Extension;modifierExtension *Extension;schedule .NutritionOrder.enteralFormula.administration.schedule;quantity Quantity;rate[x] Quantity|Ratio',
    'NutritionOrder.enteralFormula.administration.schedule':
      'id string;extension *Extension;modifierExtension *Extension;timing *Timing;asNeeded boolean;asNeededFor CodeableConcept',
    'NutritionOrder.oralDiet':
      'id string;extension *Extension;modifierExtension *Extension;type *CodeableConcept;schedule .NutritionOrder.oralDiet.schedule;nutrient *.NutritionOrder.oralDiet.nutrient;texture *.NutritionOrder.oralDiet.texture;fluidConsistencyType *CodeableConcept;instruction string',
    'NutritionOrder.oralDiet.nutrient':
      'id string;extension *Extension;modifierExtension *Extension;modifier CodeableConcept;amount Quantity',
    'NutritionOrder.oralDiet.schedule':
      'id string;extension *Extension;modifierExtension *Extension;timing *Timing;asNeeded boolean;asNeededFor CodeableConcept',
    'NutritionOrder.oralDiet.texture':
      'id string;extension *Extension;modifierExtension *Extension;modifier CodeableConcept;foodType CodeableConcept',
    'NutritionOrder.supplement':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableReference>NutritionProduct;productName string;schedule .NutritionOrder.supplement.schedule;quantity Quantity;instruction string',
    'NutritionOrder.supplement.schedule':
      'id string;extension *Extension;modifierExtension *Extension;timing *Timing;asNeeded boolean;asNeededFor CodeableConcept',
    NutritionProduct:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;code CodeableConcept;status !code=nutritionproduct-status;category *CodeableConcept;manufacturer *Reference>Organization;nutrient *.NutritionProduct.nutrient;ingredient *.NutritionProduct.ingredient;knownAllergen *CodeableReference>Substance;characteristic *.NutritionProduct.characteristic;instance *.NutritionProduct.instance;note *Annotation',
    'NutritionProduct.characteristic':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !CodeableConcept|string|Quantity|base64Binary|Attachment|boolean',
    'NutritionProduct.ingredient':
      'id string;extension *Extension;modifierExtension *Extension;item !CodeableReference>NutritionProduct;amount *Ratio',
    'NutritionProduct.instance':
      'id string;extension *Extension;modifierExtension *Extension;quantity Quantity;identifier *Identifier;name string;lotNumber string;expiry dateTime;useBy dateTime;biologicalSourceEvent Identifier',
    'NutritionProduct.nutrient':
      'id string;extension *Extension;modifierExtension *Extension;item CodeableReference>Substance;amount *Ratio',
    ObservationDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;derivedFromCanonical *canonical;derivedFromUri *uri;subject *CodeableConcept;performerType CodeableConcept;category *CodeableConcept;code !CodeableConcept;permittedDataType *code=permitted-data-type;multipleResultsAllowed boolean;bodySite CodeableConcept;method CodeableConcept;specimen *Reference>SpecimenDefinition;device *Reference>DeviceDefinition,Device;preferredReportName string;permittedUnit *Coding;qualifiedValue *.ObservationDefinition.qualifiedValue;hasMember *Reference>ObservationDefinition,Questionnaire;component *.ObservationDefinition.component',
    'ObservationDefinition.component':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;permittedDataType *code=permitted-data-type;permittedUnit *Coding;qualifiedValue *.ObservationDefinition.qualifiedValue',
    'ObservationDefinition.qualifiedValue':
      'id string;extension *Extension;modifierExtension *Extension;context CodeableConcept;appliesTo *CodeableConcept;gender code=administrative-gender;age Range;gestationalAge Range;condition string;rangeCategory code=observation-range-category;range Range;validCodedValueSet canonical;normalCodedValueSet canonical;abnormalCodedValueSet canonical;criticalCodedValueSet canonical',
    OperationDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name !string;title string;status !code=publication-status;kind !code=operation-kind;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;affectsState boolean;code !code;comment markdown;base canonical;resource *code;system !boolean;type !boolean;instance !boolean;inputProfile canonical;outputProfile canonical;parameter *.OperationDefinition.parameter;overload *.OperationDefinition.overload',
    'OperationDefinition.overload':
      'id string;extension *Extension;modifierExtension *Extension;parameterName *string;comment string',
    'OperationDefinition.parameter':
      'id string;extension *Extension;modifierExtension *Extension;name !code;use !code=operation-parameter-use;scope *code=operation-parameter-scope;min !integer;max !string;documentation markdown;type code;allowedType *code;targetProfile *canonical;searchType code=search-param-type;binding .OperationDefinition.parameter.binding;referencedFrom *.OperationDefinition.parameter.referencedFrom;part *.OperationDefinition.parameter',
    'OperationDefinition.parameter.binding':
      'id string;extension *Extension;modifierExtension *Extension;strength !code=binding-strength;valueSet !canonical',
    'OperationDefinition.parameter.referencedFrom':
      'id string;extension *Extension;modifierExtension *Extension;source !string;sourceId string',
    Organization:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;type *CodeableConcept;name string;alias *string;description markdown;contact *ExtendedContactDetail;partOf Reference>Organization;endpoint *Reference>Endpoint;qualification *.Organization.qualification',
    'Organization.qualification':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;code !CodeableConcept;period Period;issuer Reference>Organization',
    OrganizationAffiliation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;period Period;organization Reference>Organization;participatingOrganization Reference>Organization;network *Reference>Organization;code *CodeableConcept;specialty *CodeableConcept;location *Reference>Location;healthcareService *Reference>HealthcareService;contact *ExtendedContactDetail;endpoint *Reference>Endpoint',
    PackagedProductDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;name string;type CodeableConcept;packageFor *Reference>MedicinalProductDefinition;status CodeableConcept;statusDate dateTime;containedItemQuantity *Quantity;description markdown;legalStatusOfSupply *.PackagedProductDefinition.legalStatusOfSupply;marketingStatus *MarketingStatus;copackagedIndicator boolean;manufacturer *Reference>Organization;attachedDocument *Reference>DocumentReference;packaging .PackagedProductDefinition.packaging;characteristic *.PackagedProductDefinition.packaging.property',
    'PackagedProductDefinition.legalStatusOfSupply':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;jurisdiction CodeableConcept',
    'PackagedProductDefinition.packaging':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;type CodeableConcept;componentPart boolean;quantity integer;material *CodeableConcept;alternateMaterial *CodeableConcept;shelfLifeStorage *ProductShelfLife;manufacturer *Reference>Organization;property *.PackagedProductDefinition.packaging.property;containedItem *.PackagedProductDefinition.packaging.containedItem;packaging *.PackagedProductDefinition.packaging',
    'PackagedProductDefinition.packaging.containedItem':
      'id string;extension *Extension;modifierExtension *Extension;item !CodeableReference>ManufacturedItemDefinition,DeviceDefinition,PackagedProductDefinition,BiologicallyDerivedProduct,NutritionProduct;amount Quantity',
    'PackagedProductDefinition.packaging.property':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] CodeableConcept|Quantity|date|boolean|Attachment',
    Parameters: 'id id;meta Meta;implicitRules uri;language code;parameter *.Parameters.parameter',
    'Parameters.parameter':
      'id string;extension *Extension;modifierExtension *Extension;name !string;value[x] base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|integer64|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Availability|ExtendedContactDetail|Dosage|Meta;resource Resource;part *.Parameters.parameter',
    Patient:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;name *HumanName;telecom *ContactPoint;gender code=administrative-gender;birthDate date;deceased[x] boolean|dateTime;address *Address;maritalStatus CodeableConcept;multipleBirth[x] boolean|integer;photo *Attachment;contact *.Patient.contact;communication *.Patient.communication;generalPractitioner *Reference>Organization,Practitioner,PractitionerRole;managingOrganization Reference>Organization;link *.Patient.link',
    'Patient.communication':
      'id string;extension *Extension;modifierExtension *Extension;language !CodeableConcept;preferred boolean',
    'Patient.contact':
      'id string;extension *Extension;modifierExtension *Extension;relationship *CodeableConcept;name HumanName;telecom *ContactPoint;address Address;gender code=administrative-gender;organization Reference>Organization;period Period',
    'Patient.link':
      'id string;extension *Extension;modifierExtension *Extension;other !Reference>Patient,RelatedPerson;type !code=link-type',
    PaymentNotice:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;request Reference;response Reference;created !dateTime;reporter Reference>Practitioner,PractitionerRole,Organization;payment Reference>PaymentReconciliation;paymentDate date;payee Reference>Practitioner,PractitionerRole,Organization;recipient !Reference>Organization;amount !Money;paymentStatus CodeableConcept',
    PaymentReconciliation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;type !CodeableConcept;status !code=fm-status;kind CodeableConcept;period Period;created !dateTime;enterer Reference>Practitioner,PractitionerRole,Organization;issuerType CodeableConcept;paymentIssuer Reference>Organization,Patient,RelatedPerson;request Reference>Task;requestor Reference>Practitioner,PractitionerRole,Organization;outcome code=payment-outcome;disposition string;date !date;location Reference>Location;method CodeableConcept;cardBrand string;accountNumber string;expirationDate date;processor string;referenceNumber string;authorization string;tenderedAmount Money;returnedAmount Money;amount !Money;paymentIdentifier Identifier;allocation *.PaymentReconciliation.allocation;formCode CodeableConcept;processNote *.PaymentReconciliation.processNote',
    'PaymentReconciliation.allocation':
      'id string;extension *Extension;modifierExtension *Extension;identifier Identifier;predecessor Identifier;target Reference>Claim,Account,Invoice,ChargeItem,Encounter,Contract;targetItem[x] string|Identifier|positiveInt;encounter Reference>Encounter;account Reference>Account;type CodeableConcept;submitter Reference>Practitioner,PractitionerRole,Organization;response Reference>ClaimResponse;date date;responsible Reference>PractitionerRole;payee Reference>Practitioner,PractitionerRole,Organization;amount Money',
    'PaymentReconciliation.processNote':
      'id string;extension *Extension;modifierExtension *Extension;type code=note-type;text string',
    Permission:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;status !code=permission-status;asserter Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,RelatedPerson,HealthcareService;date *dateTime;validity Period;justification .Permission.justification;combining !code=permission-rule-combining;rule *.Permission.rule',
    'Permission.justification':
      'id string;extension *Extension;modifierExtension *Extension;basis *CodeableConcept;evidence *Reference',
    'Permission.rule':
      'id string;extension *Extension;modifierExtension *Extension;type code=consent-provision-type;data *.Permission.rule.data;activity *.Permission.rule.activity;limit *CodeableConcept',
    'Permission.rule.activity':
      'id string;extension *Extension;modifierExtension *Extension;actor *Reference>Device,Group,CareTeam,Organization,Patient,Practitioner,RelatedPerson,PractitionerRole;action *CodeableConcept;purpose *CodeableConcept',
    'Permission.rule.data':
      'id string;extension *Extension;modifierExtension *Extension;resource *.Permission.rule.data.resource;security *Coding;period *Period;expression Expression',
    'Permission.rule.data.resource':
      'id string;extension *Extension;modifierExtension *Extension;meaning !code=consent-data-meaning;reference !Reference',
    Person:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;name *HumanName;telecom *ContactPoint;gender code=administrative-gender;birthDate date;deceased[x] boolean|dateTime;address *Address;maritalStatus CodeableConcept;photo *Attachment;communication *.Person.communication;managingOrganization Reference>Organization;link *.Person.link',
    'Person.communication':
      'id string;extension *Extension;modifierExtension *Extension;language !CodeableConcept;preferred boolean',
    'Person.link':
      'id string;extension *Extension;modifierExtension *Extension;target !Reference>Patient,Practitioner,RelatedPerson,Person;assurance code=identity-assuranceLevel',
    PlanDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;subtitle string;type CodeableConcept;status !code=publication-status;experimental boolean;subject[x] CodeableConcept|Reference>Group,MedicinalProductDefinition,SubstanceDefinition,AdministrableProductDefinition,ManufacturedItemDefinition,PackagedProductDefinition|canonical;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;usage markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;topic *CodeableConcept;author *ContactDetail;editor *ContactDetail;reviewer *ContactDetail;endorser *ContactDetail;relatedArtifact *RelatedArtifact;library *canonical;goal *.PlanDefinition.goal;actor *.PlanDefinition.actor;action *.PlanDefinition.action;asNeeded[x] boolean|CodeableConcept',
    'PlanDefinition.action':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;prefix string;title string;description markdown;textEquivalent markdown;priority code=request-priority;code CodeableConcept;reason *CodeableConcept;documentation *RelatedArtifact;goalId *id;subject[x] CodeableConcept|Reference>Group|canonical;trigger *TriggerDefinition;condition *.PlanDefinition.action.condition;input *.PlanDefinition.action.input;output *.PlanDefinition.action.output;relatedAction *.PlanDefinition.action.relatedAction;timing[x] Age|Duration|Range|Timing;location CodeableReference>Location;participant *.PlanDefinition.action.participant;type CodeableConcept;groupingBehavior code=action-grouping-behavior;selectionBehavior code=action-selection-behavior;requiredBehavior code=action-required-behavior;precheckBehavior code=action-precheck-behavior;cardinalityBehavior code=action-cardinality-behavior;definition[x] canonical|uri;transform canonical;dynamicValue *.PlanDefinition.action.dynamicValue;action *.PlanDefinition.action',
    'PlanDefinition.action.condition':
      'id string;extension *Extension;modifierExtension *Extension;kind !code=action-condition-kind;expression Expression',
    'PlanDefinition.action.dynamicValue':
      'id string;extension *Extension;modifierExtension *Extension;path string;expression Expression',
    'PlanDefinition.action.input':
      'id string;extension *Extension;modifierExtension *Extension;title string;requirement DataRequirement;relatedData id',
    'PlanDefinition.action.output':
      'id string;extension *Extension;modifierExtension *Extension;title string;requirement DataRequirement;relatedData string',
    'PlanDefinition.action.participant':
      'id string;extension *Extension;modifierExtension *Extension;actorId string;type code=action-participant-type;typeCanonical canonical;typeReference Reference>CareTeam,Device,DeviceDefinition,Endpoint,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;role CodeableConcept;function CodeableConcept',
    'PlanDefinition.action.relatedAction':
      'id string;extension *Extension;modifierExtension *Extension;targetId !id;relationship !code=action-relationship-type;endRelationship code=action-relationship-type;offset[x] Duration|Range',
    'PlanDefinition.actor':
      'id string;extension *Extension;modifierExtension *Extension;title string;description markdown;option !*.PlanDefinition.actor.option',
    'PlanDefinition.actor.option':
      'id string;extension *Extension;modifierExtension *Extension;type code=action-participant-type;typeCanonical canonical;typeReference Reference>CareTeam,Device,DeviceDefinition,Endpoint,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;role CodeableConcept',
    'PlanDefinition.goal':
      'id string;extension *Extension;modifierExtension *Extension;category CodeableConcept;description !CodeableConcept;priority CodeableConcept;start CodeableConcept;addresses *CodeableConcept;documentation *RelatedArtifact;target *.PlanDefinition.goal.target',
    'PlanDefinition.goal.target':
      'id string;extension *Extension;modifierExtension *Extension;measure CodeableConcept;detail[x] Quantity|Range|CodeableConcept|string|boolean|integer|Ratio;due Duration',
    Practitioner:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;name *HumanName;telecom *ContactPoint;gender code=administrative-gender;birthDate date;deceased[x] boolean|dateTime;address *Address;photo *Attachment;qualification *.Practitioner.qualification;communication *.Practitioner.communication',
    'Practitioner.communication':
      'id string;extension *Extension;modifierExtension *Extension;language !CodeableConcept;preferred boolean',
    'Practitioner.qualification':
      'id string;extension *Extension;modifierExtension *Extension;identifier *Identifier;code !CodeableConcept;period Period;issuer Reference>Organization',
    PractitionerRole:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;period Period;practitioner Reference>Practitioner;organization Reference>Organization;code *CodeableConcept;specialty *CodeableConcept;location *Reference>Location;healthcareService *Reference>HealthcareService;contact *ExtendedContactDetail;characteristic *CodeableConcept;communication *CodeableConcept;availability *Availability;endpoint *Reference>Endpoint',
    Procedure:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference>CarePlan,ServiceRequest;partOf *Reference>Procedure,Observation,MedicationAdministration;status !code=event-status;statusReason CodeableConcept;category *CodeableConcept;code CodeableConcept;subject !Reference>Patient,Group,Device,Practitioner,Organization,Location;focus Reference>Patient,Group,RelatedPerson,Practitioner,Organization,CareTeam,PractitionerRole,Specimen;encounter Reference>Encounter;occurrence[x] dateTime|Period|string|Age|Range|Timing;recorded dateTime;recorder Reference>Patient,RelatedPerson,Practitioner,PractitionerRole;reported[x] boolean|Reference>Patient,RelatedPerson,Practitioner,PractitionerRole,Organization;performer *.Procedure.performer;location Reference>Location;reason *CodeableReference>Condition,Observation,Procedure,DiagnosticReport,DocumentReference;bodySite *CodeableConcept;outcome CodeableConcept;report *Reference>DiagnosticReport,DocumentReference,Composition;complication *CodeableReference>Condition;followUp *CodeableConcept;note *Annotation;focalDevice *.Procedure.focalDevice;used *CodeableReference>Device,Medication,Substance,BiologicallyDerivedProduct;supportingInfo *Reference',
    'Procedure.focalDevice':
      'id string;extension *Extension;modifierExtension *Extension;action CodeableConcept;manipulated !Reference>Device',
    'Procedure.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson,Device,CareTeam,HealthcareService;onBehalfOf Reference>Organization;period Period',
    ProductShelfLife:
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;period[x] Duration|string;specialPrecautionsForStorage *CodeableConcept',
    Provenance:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;target !*Reference;occurred[x] Period|dateTime;recorded instant;policy *uri;location Reference>Location;authorization *CodeableReference;activity CodeableConcept;basedOn *Reference>CarePlan,DeviceRequest,ImmunizationRecommendation,MedicationRequest,NutritionOrder,ServiceRequest,Task;patient Reference>Patient;encounter Reference>Encounter;agent !*.Provenance.agent;entity *.Provenance.entity;signature *Signature',
    'Provenance.agent':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;role *CodeableConcept;who !Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,Device,RelatedPerson;onBehalfOf Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient',
    'Provenance.entity':
      'id string;extension *Extension;modifierExtension *Extension;role !code=provenance-entity-role;what !Reference;agent *.Provenance.agent',
    RegulatedAuthorization:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;subject *Reference>MedicinalProductDefinition,BiologicallyDerivedProduct,NutritionProduct,PackagedProductDefinition,ManufacturedItemDefinition,Ingredient,SubstanceDefinition,DeviceDefinition,ResearchStudy,ActivityDefinition,PlanDefinition,ObservationDefinition,Practitioner,Organization,Location;type CodeableConcept;description markdown;region *CodeableConcept;status CodeableConcept;statusDate dateTime;validityPeriod Period;indication *CodeableReference>ClinicalUseDefinition;intendedUse CodeableConcept;basis *CodeableConcept;holder Reference>Organization;regulator Reference>Organization;attachedDocument *Reference>DocumentReference;case .RegulatedAuthorization.case',
    'RegulatedAuthorization.case':
      'id string;extension *Extension;modifierExtension *Extension;identifier Identifier;type CodeableConcept;status CodeableConcept;date[x] Period|dateTime;application *.RegulatedAuthorization.case',
    RelatedPerson:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;patient !Reference>Patient;relationship *CodeableConcept;name *HumanName;telecom *ContactPoint;gender code=administrative-gender;birthDate date;address *Address;photo *Attachment;period Period;communication *.RelatedPerson.communication',
    'RelatedPerson.communication':
      'id string;extension *Extension;modifierExtension *Extension;language !CodeableConcept;preferred boolean',
    RequestOrchestration:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference;replaces *Reference;groupIdentifier Identifier;status !code=request-status;intent !code=request-intent;priority code=request-priority;code CodeableConcept;subject Reference>CareTeam,Device,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;encounter Reference>Encounter;authoredOn dateTime;author Reference>Device,Practitioner,PractitionerRole;reason *CodeableReference>Condition,Observation,DiagnosticReport,DocumentReference;goal *Reference>Goal;note *Annotation;action *.RequestOrchestration.action',
    'RequestOrchestration.action':
      'id string;extension *Extension;modifierExtension *Extension;linkId string;prefix string;title string;description markdown;textEquivalent markdown;priority code=request-priority;code *CodeableConcept;documentation *RelatedArtifact;goal *Reference>Goal;condition *.RequestOrchestration.action.condition;input *.RequestOrchestration.action.input;output *.RequestOrchestration.action.output;relatedAction *.RequestOrchestration.action.relatedAction;timing[x] dateTime|Age|Period|Duration|Range|Timing;location CodeableReference>Location;participant *.RequestOrchestration.action.participant;type CodeableConcept;groupingBehavior code=action-grouping-behavior;selectionBehavior code=action-selection-behavior;requiredBehavior code=action-required-behavior;precheckBehavior code=action-precheck-behavior;cardinalityBehavior code=action-cardinality-behavior;resource Reference;definition[x] canonical|uri;transform canonical;dynamicValue *.RequestOrchestration.action.dynamicValue;action *.RequestOrchestration.action',
    'RequestOrchestration.action.condition':
      'id string;extension *Extension;modifierExtension *Extension;kind !code=action-condition-kind;expression Expression',
    'RequestOrchestration.action.dynamicValue':
      'id string;extension *Extension;modifierExtension *Extension;path string;expression Expression',
    'RequestOrchestration.action.input':
      'id string;extension *Extension;modifierExtension *Extension;title string;requirement DataRequirement;relatedData id',
    'RequestOrchestration.action.output':
      'id string;extension *Extension;modifierExtension *Extension;title string;requirement DataRequirement;relatedData string',
    'RequestOrchestration.action.participant':
      'id string;extension *Extension;modifierExtension *Extension;type code=action-participant-type;typeCanonical canonical;typeReference Reference>CareTeam,Device,DeviceDefinition,Endpoint,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;role CodeableConcept;function CodeableConcept;actor[x] canonical|Reference>CareTeam,Device,DeviceDefinition,Endpoint,Group,HealthcareService,Location,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson',
    'RequestOrchestration.action.relatedAction':
      'id string;extension *Extension;modifierExtension *Extension;targetId !id;relationship !code=action-relationship-type;endRelationship code=action-relationship-type;offset[x] Duration|Range',
    Requirements:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;derivedFrom *canonical;reference *url;actor *canonical;statement *.Requirements.statement',
    'Requirements.statement':
      'id string;extension *Extension;modifierExtension *Extension;key !id;label string;conformance *code=conformance-expectation;conditionality boolean;requirement !markdown;derivedFrom string;parent string;satisfiedBy *url;reference *url;source *Reference>CareTeam,Device,Group,HealthcareService,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson',
    ResearchStudy:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;name string;title string;label *.ResearchStudy.label;protocol *Reference>PlanDefinition;partOf *Reference>ResearchStudy;relatedArtifact *RelatedArtifact;date dateTime;status !code=publication-status;primaryPurposeType CodeableConcept;phase CodeableConcept;studyDesign *CodeableConcept;focus *CodeableReference>Medication,MedicinalProductDefinition,SubstanceDefinition,EvidenceVariable;condition *CodeableConcept;keyword *CodeableConcept;region *CodeableConcept;descriptionSummary markdown;description markdown;period Period;site *Reference>Location,ResearchStudy,Organization;note *Annotation;classifier *CodeableConcept;associatedParty *.ResearchStudy.associatedParty;progressStatus *.ResearchStudy.progressStatus;whyStopped CodeableConcept;recruitment .ResearchStudy.recruitment;comparisonGroup *.ResearchStudy.comparisonGroup;objective *.ResearchStudy.objective;outcomeMeasure *.ResearchStudy.outcomeMeasure;result *Reference>EvidenceReport,Citation,DiagnosticReport',
    'ResearchStudy.associatedParty':
      'id string;extension *Extension;modifierExtension *Extension;name string;role !CodeableConcept;period *Period;classifier *CodeableConcept;party Reference>Practitioner,PractitionerRole,Organization',
    'ResearchStudy.comparisonGroup':
      'id string;extension *Extension;modifierExtension *Extension;linkId id;name !string;type CodeableConcept;description markdown;intendedExposure *Reference>EvidenceVariable;observedGroup Reference>Group',
    'ResearchStudy.label':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;value string',
    'ResearchStudy.objective':
      'id string;extension *Extension;modifierExtension *Extension;name string;type CodeableConcept;description markdown',
    'ResearchStudy.outcomeMeasure':
      'id string;extension *Extension;modifierExtension *Extension;name string;type *CodeableConcept;description markdown;reference Reference>EvidenceVariable',
    'ResearchStudy.progressStatus':
      'id string;extension *Extension;modifierExtension *Extension;state !CodeableConcept;actual boolean;period Period',
    'ResearchStudy.recruitment':
      'id string;extension *Extension;modifierExtension *Extension;targetNumber unsignedInt;actualNumber unsignedInt;eligibility Reference>Group,EvidenceVariable;actualGroup Reference>Group',
    ResearchSubject:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=publication-status;progress *.ResearchSubject.progress;period Period;study !Reference>ResearchStudy;subject !Reference>Patient,Group,Specimen,Device,Medication,Substance,BiologicallyDerivedProduct;assignedComparisonGroup id;actualComparisonGroup id;consent *Reference>Consent',
    'ResearchSubject.progress':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;subjectState CodeableConcept;milestone CodeableConcept;reason CodeableConcept;startDate dateTime;endDate dateTime',
    RiskAssessment:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn Reference;parent Reference;status !code=observation-status;method CodeableConcept;code CodeableConcept;subject !Reference>Patient,Group;encounter Reference>Encounter;occurrence[x] dateTime|Period;condition Reference>Condition;performer Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Device;reason *CodeableReference>Condition,Observation,DiagnosticReport,DocumentReference;basis *Reference;prediction *.RiskAssessment.prediction;mitigation string;note *Annotation',
    'RiskAssessment.prediction':
      'id string;extension *Extension;modifierExtension *Extension;outcome CodeableConcept;probability[x] decimal|Range;qualitativeRisk CodeableConcept;relativeRisk decimal;when[x] Period|Range;rationale string',
    Schedule:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;active boolean;serviceCategory *CodeableConcept;serviceType *CodeableReference>HealthcareService;specialty *CodeableConcept;name string;actor !*Reference>Patient,Practitioner,PractitionerRole,CareTeam,RelatedPerson,Device,HealthcareService,Location;planningHorizon Period;comment markdown',
    SearchParameter:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name !string;title string;derivedFrom canonical;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description !markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;code !code;base !*code;type !code=search-param-type;expression string;processingMode code=search-processingmode;constraint string;target *code;multipleOr boolean;multipleAnd boolean;comparator *code=search-comparator;modifier *code=search-modifier-code;chain *string;component *.SearchParameter.component',
    'SearchParameter.component':
      'id string;extension *Extension;modifierExtension *Extension;definition !canonical;expression !string',
    ServiceRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical *canonical;instantiatesUri *uri;basedOn *Reference>CarePlan,ServiceRequest,MedicationRequest;replaces *Reference>ServiceRequest;requisition Identifier;status !code=request-status;intent !code=request-intent;category *CodeableConcept;priority code=request-priority;doNotPerform boolean;code CodeableReference>ActivityDefinition,PlanDefinition;orderDetail *.ServiceRequest.orderDetail;quantity[x] Quantity|Ratio|Range;subject !Reference>Patient,Group,Location,Device;focus *Reference;encounter Reference>Encounter;occurrence[x] dateTime|Period|Timing;asNeeded[x] boolean|CodeableConcept;authoredOn dateTime;requester Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson,Device;performerType CodeableConcept;performer *Reference>Practitioner,PractitionerRole,Organization,CareTeam,HealthcareService,Patient,Device,RelatedPerson;location *CodeableReference>Location;reason *CodeableReference>Condition,Observation,DiagnosticReport,DocumentReference,DetectedIssue;insurance *Reference>Coverage,ClaimResponse;supportingInfo *CodeableReference;specimen *Reference>Specimen;bodySite *CodeableConcept;bodyStructure Reference>BodyStructure;note *Annotation;patientInstruction *.ServiceRequest.patientInstruction;relevantHistory *Reference>Provenance',
    'ServiceRequest.orderDetail':
      'id string;extension *Extension;modifierExtension *Extension;parameterFocus CodeableReference>Device,DeviceDefinition,DeviceRequest,SupplyRequest,Medication,MedicationRequest,BiologicallyDerivedProduct,Substance;parameter !*.ServiceRequest.orderDetail.parameter',
    'ServiceRequest.orderDetail.parameter':
      'id string;extension *Extension;modifierExtension *Extension;code !CodeableConcept;value[x] !Quantity|Ratio|Range|boolean|CodeableConcept|string|Period',
    'ServiceRequest.patientInstruction':
      'id string;extension *Extension;modifierExtension *Extension;instruction[x] markdown|Reference>DocumentReference',
    Slot: 'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;serviceCategory *CodeableConcept;serviceType *CodeableReference>HealthcareService;specialty *CodeableConcept;appointmentType *CodeableConcept;schedule !Reference>Schedule;status !code=slotstatus;start !instant;end !instant;overbooked boolean;comment string',
    Specimen:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;accessionIdentifier Identifier;status code=specimen-status;type CodeableConcept;subject Reference>Patient,Group,Device,BiologicallyDerivedProduct,Substance,Location;receivedTime dateTime;parent *Reference>Specimen;request *Reference>ServiceRequest;combined code=specimen-combined;role *CodeableConcept;feature *.Specimen.feature;collection .Specimen.collection;processing *.Specimen.processing;container *.Specimen.container;condition *CodeableConcept;note *Annotation',
    'Specimen.collection':
      'id string;extension *Extension;modifierExtension *Extension;collector Reference>Practitioner,PractitionerRole,Patient,RelatedPerson;collected[x] dateTime|Period;duration Duration;quantity Quantity;method CodeableConcept;device CodeableReference>Device;procedure Reference>Procedure;bodySite CodeableReference>BodyStructure;fastingStatus[x] CodeableConcept|Duration',
    'Specimen.container':
      'id string;extension *Extension;modifierExtension *Extension;device !Reference>Device;location Reference>Location;specimenQuantity Quantity',
    'Specimen.feature':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;description !string',
    'Specimen.processing':
      'id string;extension *Extension;modifierExtension *Extension;description string;method CodeableConcept;additive *Reference>Substance;time[x] dateTime|Period',
    SpecimenDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;derivedFromCanonical *canonical;derivedFromUri *uri;status !code=publication-status;experimental boolean;subject[x] CodeableConcept|Reference>Group;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;typeCollected CodeableConcept;patientPreparation *CodeableConcept;timeAspect string;collection *CodeableConcept;typeTested *.SpecimenDefinition.typeTested',
    'SpecimenDefinition.typeTested':
      'id string;extension *Extension;modifierExtension *Extension;isDerived boolean;type CodeableConcept;preference !code=specimen-contained-preference;container .SpecimenDefinition.typeTested.container;requirement markdown;retentionTime Duration;singleUse boolean;rejectionCriterion *CodeableConcept;handling *.SpecimenDefinition.typeTested.handling;testingDestination *CodeableConcept',
    'SpecimenDefinition.typeTested.container':
      'id string;extension *Extension;modifierExtension *Extension;material CodeableConcept;type CodeableConcept;cap CodeableConcept;description markdown;capacity Quantity;minimumVolume[x] Quantity|string;additive *.SpecimenDefinition.typeTested.container.additive;preparation markdown',
    'SpecimenDefinition.typeTested.container.additive':
      'id string;extension *Extension;modifierExtension *Extension;additive[x] !CodeableConcept|Reference>SubstanceDefinition',
    'SpecimenDefinition.typeTested.handling':
      'id string;extension *Extension;modifierExtension *Extension;temperatureQualifier CodeableConcept;temperatureRange Range;maxDuration Duration;instruction markdown',
    StructureDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name !string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;keyword *Coding;fhirVersion code=FHIR-version;mapping *.StructureDefinition.mapping;kind !code=structure-definition-kind;abstract !boolean;context *.StructureDefinition.context;contextInvariant *string;type !uri;baseDefinition canonical;derivation code=type-derivation-rule;snapshot .StructureDefinition.snapshot;differential .StructureDefinition.differential',
    'StructureDefinition.context':
      'id string;extension *Extension;modifierExtension *Extension;type !code=extension-context-type;expression !string',
    'StructureDefinition.differential':
      'id string;extension *Extension;modifierExtension *Extension;element !*ElementDefinition',
    'StructureDefinition.mapping':
      'id string;extension *Extension;modifierExtension *Extension;identity !id;uri uri;name string;comment string',
    'StructureDefinition.snapshot':
      'id string;extension *Extension;modifierExtension *Extension;element !*ElementDefinition',
    StructureMap:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name !string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;structure *.StructureMap.structure;import *canonical;const *.StructureMap.const;group !*.StructureMap.group',
    'StructureMap.const': 'id string;extension *Extension;modifierExtension *Extension;name id;value string',
    'StructureMap.group':
      'id string;extension *Extension;modifierExtension *Extension;name !id;extends id;typeMode code=map-group-type-mode;documentation string;input !*.StructureMap.group.input;rule *.StructureMap.group.rule',
    'StructureMap.group.input':
      'id string;extension *Extension;modifierExtension *Extension;name !id;type string;mode !code=map-input-mode;documentation string',
    'StructureMap.group.rule':
      'id string;extension *Extension;modifierExtension *Extension;name id;source !*.StructureMap.group.rule.source;target *.StructureMap.group.rule.target;rule *.StructureMap.group.rule;dependent *.StructureMap.group.rule.dependent;documentation string',
    'StructureMap.group.rule.dependent':
      'id string;extension *Extension;modifierExtension *Extension;name !id;parameter !*.StructureMap.group.rule.target.parameter',
    'StructureMap.group.rule.source':
      'id string;extension *Extension;modifierExtension *Extension;context !id;min integer;max string;type string;defaultValue string;element string;listMode code=map-source-list-mode;variable id;condition string;check string;logMessage string',
    'StructureMap.group.rule.target':
      'id string;extension *Extension;modifierExtension *Extension;context string;element string;variable id;listMode *code=map-target-list-mode;listRuleId id;transform code=map-transform;parameter *.StructureMap.group.rule.target.parameter',
    'StructureMap.group.rule.target.parameter':
      'id string;extension *Extension;modifierExtension *Extension;value[x] !id|string|boolean|integer|decimal|date|time|dateTime',
    'StructureMap.structure':
      'id string;extension *Extension;modifierExtension *Extension;url !canonical;mode !code=map-model-mode;alias string;documentation string',
    Subscription:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;name string;status !code=subscription-status;topic !canonical;contact *ContactPoint;end instant;managingEntity Reference>CareTeam,HealthcareService,Organization,RelatedPerson,Patient,Practitioner,PractitionerRole;reason string;filterBy *.Subscription.filterBy;channelType !Coding;endpoint url;parameter *.Subscription.parameter;heartbeatPeriod unsignedInt;timeout unsignedInt;contentType code;content code=subscription-payload-content;maxCount positiveInt',
    'Subscription.filterBy':
      'id string;extension *Extension;modifierExtension *Extension;resourceType uri;filterParameter !string;comparator code=search-comparator;modifier code=search-modifier-code;value !string',
    'Subscription.parameter':
      'id string;extension *Extension;modifierExtension *Extension;name !string;value !string',
    SubscriptionStatus:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;status code=subscription-status;type !code=subscription-notification-type;eventsSinceSubscriptionStart integer64;notificationEvent *.SubscriptionStatus.notificationEvent;subscription !Reference>Subscription;topic canonical;error *CodeableConcept',
    'SubscriptionStatus.notificationEvent':
      'id string;extension *Extension;modifierExtension *Extension;eventNumber !integer64;timestamp instant;focus Reference;additionalContext *Reference',
    SubscriptionTopic:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url !uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;derivedFrom *canonical;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;approvalDate date;lastReviewDate date;effectivePeriod Period;resourceTrigger *.SubscriptionTopic.resourceTrigger;eventTrigger *.SubscriptionTopic.eventTrigger;canFilterBy *.SubscriptionTopic.canFilterBy;notificationShape *.SubscriptionTopic.notificationShape',
    'SubscriptionTopic.canFilterBy':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;resource uri;filterParameter !string;filterDefinition uri;comparator *code=search-comparator;modifier *code=search-modifier-code',
    'SubscriptionTopic.eventTrigger':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;event !CodeableConcept;resource !uri',
    'SubscriptionTopic.notificationShape':
      'id string;extension *Extension;modifierExtension *Extension;resource !uri;include *string;revInclude *string',
    'SubscriptionTopic.resourceTrigger':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;resource !uri;supportedInteraction *code=interaction-trigger;queryCriteria .SubscriptionTopic.resourceTrigger.queryCriteria;fhirPathCriteria string',
    'SubscriptionTopic.resourceTrigger.queryCriteria':
      'id string;extension *Extension;modifierExtension *Extension;previous string;resultForCreate code=subscriptiontopic-cr-behavior;current string;resultForDelete code=subscriptiontopic-cr-behavior;requireBoth boolean',
    Substance:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instance !boolean;status code=substance-status;category *CodeableConcept;code !CodeableReference>SubstanceDefinition;description markdown;expiry dateTime;quantity Quantity;ingredient *.Substance.ingredient',
    'Substance.ingredient':
      'id string;extension *Extension;modifierExtension *Extension;quantity Ratio;substance[x] !CodeableConcept|Reference>Substance',
    SubstanceDefinition:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;version string;status CodeableConcept;classification *CodeableConcept;domain CodeableConcept;grade *CodeableConcept;description markdown;informationSource *Reference>Citation;note *Annotation;manufacturer *Reference>Organization;supplier *Reference>Organization;moiety *.SubstanceDefinition.moiety;characterization *.SubstanceDefinition.characterization;property *.SubstanceDefinition.property;referenceInformation Reference>SubstanceReferenceInformation;molecularWeight *.SubstanceDefinition.molecularWeight;structure .SubstanceDefinition.structure;code *.SubstanceDefinition.code;name *.SubstanceDefinition.name;relationship *.SubstanceDefinition.relationship;nucleicAcid Reference>SubstanceNucleicAcid;polymer Reference>SubstancePolymer;protein Reference>SubstanceProtein;sourceMaterial .SubstanceDefinition.sourceMaterial',
    'SubstanceDefinition.characterization':
      'id string;extension *Extension;modifierExtension *Extension;technique CodeableConcept;form CodeableConcept;description markdown;file *Attachment',
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
    SubstanceNucleicAcid:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;sequenceType CodeableConcept;numberOfSubunits integer;areaOfHybridisation string;oligoNucleotideType CodeableConcept;subunit *.SubstanceNucleicAcid.subunit',
    'SubstanceNucleicAcid.subunit':
      'id string;extension *Extension;modifierExtension *Extension;subunit integer;sequence string;length integer;sequenceAttachment Attachment;fivePrime CodeableConcept;threePrime CodeableConcept;linkage *.SubstanceNucleicAcid.subunit.linkage;sugar *.SubstanceNucleicAcid.subunit.sugar',
    'SubstanceNucleicAcid.subunit.linkage':
      'id string;extension *Extension;modifierExtension *Extension;connectivity string;identifier Identifier;name string;residueSite string',
    'SubstanceNucleicAcid.subunit.sugar':
      'id string;extension *Extension;modifierExtension *Extension;identifier Identifier;name string;residueSite string',
    SubstancePolymer:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier Identifier;class CodeableConcept;geometry CodeableConcept;copolymerConnectivity *CodeableConcept;modification string;monomerSet *.SubstancePolymer.monomerSet;repeat *.SubstancePolymer.repeat',
    'SubstancePolymer.monomerSet':
      'id string;extension *Extension;modifierExtension *Extension;ratioType CodeableConcept;startingMaterial *.SubstancePolymer.monomerSet.startingMaterial',
    'SubstancePolymer.monomerSet.startingMaterial':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;category CodeableConcept;isDefining boolean;amount Quantity',
    'SubstancePolymer.repeat':
      'id string;extension *Extension;modifierExtension *Extension;averageMolecularFormula string;repeatUnitAmountType CodeableConcept;repeatUnit *.SubstancePolymer.repeat.repeatUnit',
    'SubstancePolymer.repeat.repeatUnit':
      'id string;extension *Extension;modifierExtension *Extension;unit string;orientation CodeableConcept;amount integer;degreeOfPolymerisation *.SubstancePolymer.repeat.repeatUnit.degreeOfPolymerisation;structuralRepresentation *.SubstancePolymer.repeat.repeatUnit.structuralRepresentation',
    'SubstancePolymer.repeat.repeatUnit.degreeOfPolymerisation':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;average integer;low integer;high integer',
    'SubstancePolymer.repeat.repeatUnit.structuralRepresentation':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;representation string;format CodeableConcept;attachment Attachment',
    SubstanceProtein:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;sequenceType CodeableConcept;numberOfSubunits integer;disulfideLinkage *string;subunit *.SubstanceProtein.subunit',
    'SubstanceProtein.subunit':
      'id string;extension *Extension;modifierExtension *Extension;subunit integer;sequence string;length integer;sequenceAttachment Attachment;nTerminalModificationId Identifier;nTerminalModification string;cTerminalModificationId Identifier;cTerminalModification string',
    SubstanceReferenceInformation:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;comment string;gene *.SubstanceReferenceInformation.gene;geneElement *.SubstanceReferenceInformation.geneElement;target *.SubstanceReferenceInformation.target',
    'SubstanceReferenceInformation.gene':
      'id string;extension *Extension;modifierExtension *Extension;geneSequenceOrigin CodeableConcept;gene CodeableConcept;source *Reference>DocumentReference',
    'SubstanceReferenceInformation.geneElement':
      'id string;extension *Extension;modifierExtension *Extension;type CodeableConcept;element Identifier;source *Reference>DocumentReference',
    'SubstanceReferenceInformation.target':
      'id string;extension *Extension;modifierExtension *Extension;target Identifier;type CodeableConcept;interaction CodeableConcept;organism CodeableConcept;organismType CodeableConcept;amount[x] Quantity|Range|string;amountType CodeableConcept;source *Reference>DocumentReference',
    SubstanceSourceMaterial:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;sourceMaterialClass CodeableConcept;sourceMaterialType CodeableConcept;sourceMaterialState CodeableConcept;organismId Identifier;organismName string;parentSubstanceId *Identifier;parentSubstanceName *string;countryOfOrigin *CodeableConcept;geographicalLocation *string;developmentStage CodeableConcept;fractionDescription *.SubstanceSourceMaterial.fractionDescription;organism .SubstanceSourceMaterial.organism;partDescription *.SubstanceSourceMaterial.partDescription',
    'SubstanceSourceMaterial.fractionDescription':
      'id string;extension *Extension;modifierExtension *Extension;fraction string;materialType CodeableConcept',
    'SubstanceSourceMaterial.organism':
      'id string;extension *Extension;modifierExtension *Extension;family CodeableConcept;genus CodeableConcept;species CodeableConcept;intraspecificType CodeableConcept;intraspecificDescription string;author *.SubstanceSourceMaterial.organism.author;hybrid .SubstanceSourceMaterial.organism.hybrid;organismGeneral .SubstanceSourceMaterial.organism.organismGeneral',
    'SubstanceSourceMaterial.organism.author':
      'id string;extension *Extension;modifierExtension *Extension;authorType CodeableConcept;authorDescription string',
    'SubstanceSourceMaterial.organism.hybrid':
      'id string;extension *Extension;modifierExtension *Extension;maternalOrganismId string;maternalOrganismName string;paternalOrganismId string;paternalOrganismName string;hybridType CodeableConcept',
    'SubstanceSourceMaterial.organism.organismGeneral':
      'id string;extension *Extension;modifierExtension *Extension;kingdom CodeableConcept;phylum CodeableConcept;class CodeableConcept;order CodeableConcept',
    'SubstanceSourceMaterial.partDescription':
      'id string;extension *Extension;modifierExtension *Extension;part CodeableConcept;partLocation CodeableConcept',
    SupplyDelivery:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;basedOn *Reference>SupplyRequest;partOf *Reference>SupplyDelivery,Contract;status code=supplydelivery-status;patient Reference>Patient;type CodeableConcept;suppliedItem *.SupplyDelivery.suppliedItem;occurrence[x] dateTime|Period|Timing;supplier Reference>Practitioner,PractitionerRole,Organization;destination Reference>Location;receiver *Reference>Practitioner,PractitionerRole,Organization',
    'SupplyDelivery.suppliedItem':
      'id string;extension *Extension;modifierExtension *Extension;quantity Quantity;item[x] CodeableConcept|Reference>Medication,Substance,Device,BiologicallyDerivedProduct,NutritionProduct,InventoryItem',
    SupplyRequest:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status code=supplyrequest-status;basedOn *Reference;category CodeableConcept;priority code=request-priority;deliverFor Reference>Patient;item !CodeableReference>Medication,Substance,Device,DeviceDefinition,BiologicallyDerivedProduct,NutritionProduct,InventoryItem;quantity !Quantity;parameter *.SupplyRequest.parameter;occurrence[x] dateTime|Period|Timing;authoredOn dateTime;requester Reference>Practitioner,PractitionerRole,Organization,Patient,RelatedPerson,Device,CareTeam;supplier *Reference>Organization,HealthcareService;reason *CodeableReference>Condition,Observation,DiagnosticReport,DocumentReference;deliverFrom Reference>Organization,Location;deliverTo Reference>Organization,Location,Patient,RelatedPerson',
    'SupplyRequest.parameter':
      'id string;extension *Extension;modifierExtension *Extension;code CodeableConcept;value[x] CodeableConcept|Quantity|Range|boolean',
    Task: 'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical canonical;instantiatesUri uri;basedOn *Reference;groupIdentifier Identifier;partOf *Reference>Task;status !code=task-status;statusReason CodeableReference;businessStatus CodeableConcept;intent !code=task-intent;priority code=request-priority;doNotPerform boolean;code CodeableConcept;description string;focus Reference;for Reference;encounter Reference>Encounter;requestedPeriod Period;executionPeriod Period;authoredOn dateTime;lastModified dateTime;requester Reference>Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;requestedPerformer *CodeableReference>Practitioner,PractitionerRole,Organization,CareTeam,HealthcareService,Patient,Device,RelatedPerson;owner Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,RelatedPerson;performer *.Task.performer;location Reference>Location;reason *CodeableReference;insurance *Reference>Coverage,ClaimResponse;note *Annotation;relevantHistory *Reference>Provenance;restriction .Task.restriction;input *.Task.input;output *.Task.output',
    'Task.input':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|integer64|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Availability|ExtendedContactDetail|Dosage|Meta',
    'Task.output':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|integer64|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Availability|ExtendedContactDetail|Dosage|Meta',
    'Task.performer':
      'id string;extension *Extension;modifierExtension *Extension;function CodeableConcept;actor !Reference>Practitioner,PractitionerRole,Organization,CareTeam,Patient,RelatedPerson',
    'Task.restriction':
      'id string;extension *Extension;modifierExtension *Extension;repetitions positiveInt;period Period;recipient *Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Group,Organization',
    TerminologyCapabilities:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;status !code=publication-status;experimental boolean;date !dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;kind !code=capability-statement-kind;software .TerminologyCapabilities.software;implementation .TerminologyCapabilities.implementation;lockedDate boolean;codeSystem *.TerminologyCapabilities.codeSystem;expansion .TerminologyCapabilities.expansion;codeSearch code=code-search-support;validateCode .TerminologyCapabilities.validateCode;translation .TerminologyCapabilities.translation;closure .TerminologyCapabilities.closure',
    'TerminologyCapabilities.closure':
      'id string;extension *Extension;modifierExtension *Extension;translation boolean',
    'TerminologyCapabilities.codeSystem':
      'id string;extension *Extension;modifierExtension *Extension;uri canonical;version *.TerminologyCapabilities.codeSystem.version;content !code=codesystem-content-mode;subsumption boolean',
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
    TestPlan:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;category *CodeableConcept;scope *Reference;testTools markdown;dependency *.TestPlan.dependency;exitCriteria markdown;testCase *.TestPlan.testCase',
    'TestPlan.dependency':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;predecessor Reference',
    'TestPlan.testCase':
      'id string;extension *Extension;modifierExtension *Extension;sequence integer;scope *Reference;dependency *.TestPlan.testCase.dependency;testRun *.TestPlan.testCase.testRun;testData *.TestPlan.testCase.testData;assertion *.TestPlan.testCase.assertion',
    'TestPlan.testCase.assertion':
      'id string;extension *Extension;modifierExtension *Extension;type *CodeableConcept;object *CodeableReference;result *CodeableReference',
    'TestPlan.testCase.dependency':
      'id string;extension *Extension;modifierExtension *Extension;description markdown;predecessor Reference',
    'TestPlan.testCase.testData':
      'id string;extension *Extension;modifierExtension *Extension;type !Coding;content Reference;source[x] string|Reference',
    'TestPlan.testCase.testRun':
      'id string;extension *Extension;modifierExtension *Extension;narrative markdown;script .TestPlan.testCase.testRun.script',
    'TestPlan.testCase.testRun.script':
      'id string;extension *Extension;modifierExtension *Extension;language CodeableConcept;source[x] string|Reference',
    TestReport:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier Identifier;name string;status !code=report-status-codes;testScript !canonical;result !code=report-result-codes;score decimal;tester string;issued dateTime;participant *.TestReport.participant;setup .TestReport.setup;test *.TestReport.test;teardown .TestReport.teardown',
    'TestReport.participant':
      'id string;extension *Extension;modifierExtension *Extension;type !code=report-participant-type;uri !uri;display string',
    'TestReport.setup':
      'id string;extension *Extension;modifierExtension *Extension;action !*.TestReport.setup.action',
    'TestReport.setup.action':
      'id string;extension *Extension;modifierExtension *Extension;operation .TestReport.setup.action.operation;assert .TestReport.setup.action.assert',
    'TestReport.setup.action.assert':
      'id string;extension *Extension;modifierExtension *Extension;result !code=report-action-result-codes;message markdown;detail string;requirement *.TestReport.setup.action.assert.requirement',
    'TestReport.setup.action.assert.requirement':
      'id string;extension *Extension;modifierExtension *Extension;link[x] uri|canonical',
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
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;url uri;identifier *Identifier;version string;versionAlgorithm[x] string|Coding;name !string;title string;status !code=publication-status;experimental boolean;date dateTime;publisher string;contact *ContactDetail;description markdown;useContext *UsageContext;jurisdiction *CodeableConcept;purpose markdown;copyright markdown;copyrightLabel string;origin *.TestScript.origin;destination *.TestScript.destination;metadata .TestScript.metadata;scope *.TestScript.scope;fixture *.TestScript.fixture;profile *canonical;variable *.TestScript.variable;setup .TestScript.setup;test *.TestScript.test;teardown .TestScript.teardown',
    'TestScript.destination':
      'id string;extension *Extension;modifierExtension *Extension;index !integer;profile !Coding;url url',
    'TestScript.fixture':
      'id string;extension *Extension;modifierExtension *Extension;autocreate !boolean;autodelete !boolean;resource Reference',
    'TestScript.metadata':
      'id string;extension *Extension;modifierExtension *Extension;link *.TestScript.metadata.link;capability !*.TestScript.metadata.capability',
    'TestScript.metadata.capability':
      'id string;extension *Extension;modifierExtension *Extension;required !boolean;validated !boolean;description string;origin *integer;destination integer;link *uri;capabilities !canonical',
    'TestScript.metadata.link':
      'id string;extension *Extension;modifierExtension *Extension;url !uri;description string',
    'TestScript.origin':
      'id string;extension *Extension;modifierExtension *Extension;index !integer;profile !Coding;url url',
    'TestScript.scope':
      'id string;extension *Extension;modifierExtension *Extension;artifact !canonical;conformance CodeableConcept;phase CodeableConcept',
    'TestScript.setup':
      'id string;extension *Extension;modifierExtension *Extension;action !*.TestScript.setup.action',
    'TestScript.setup.action':
      'id string;extension *Extension;modifierExtension *Extension;operation .TestScript.setup.action.operation;assert .TestScript.setup.action.assert',
    'TestScript.setup.action.assert':
      'id string;extension *Extension;modifierExtension *Extension;label string;description string;direction code=assert-direction-codes;compareToSourceId string;compareToSourceExpression string;compareToSourcePath string;contentType code;defaultManualCompletion code=assert-manual-completion-codes;expression string;headerField string;minimumId string;navigationLinks boolean;operator code=assert-operator-codes;path string;requestMethod code=http-operations;requestURL string;resource uri;response code=assert-response-code-types;responseCode string;sourceId id;stopTestOnFail !boolean;validateProfileId id;value string;warningOnly !boolean;requirement *.TestScript.setup.action.assert.requirement',
    'TestScript.setup.action.assert.requirement':
      'id string;extension *Extension;modifierExtension *Extension;link[x] uri|canonical',
    'TestScript.setup.action.operation':
      'id string;extension *Extension;modifierExtension *Extension;type Coding;resource uri;label string;description string;accept code;contentType code;destination integer;encodeRequestUrl !boolean;method code=http-operations;origin integer;params string;requestHeader *.TestScript.setup.action.operation.requestHeader;requestId id;responseId id;sourceId id;targetId id;url string',
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
    Transport:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;instantiatesCanonical canonical;instantiatesUri uri;basedOn *Reference;groupIdentifier Identifier;partOf *Reference>Transport;status code=transport-status;statusReason CodeableConcept;intent !code=transport-intent;priority code=request-priority;code CodeableConcept;description string;focus Reference;for Reference;encounter Reference>Encounter;completionTime dateTime;authoredOn dateTime;lastModified dateTime;requester Reference>Device,Organization,Patient,Practitioner,PractitionerRole,RelatedPerson;performerType *CodeableConcept;owner Reference>Practitioner,PractitionerRole,Organization,CareTeam,HealthcareService,Patient,Device,RelatedPerson;location Reference>Location;insurance *Reference>Coverage,ClaimResponse;note *Annotation;relevantHistory *Reference>Provenance;restriction .Transport.restriction;input *.Transport.input;output *.Transport.output;requestedLocation !Reference>Location;currentLocation !Reference>Location;reason CodeableReference;history Reference>Transport',
    'Transport.input':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|integer64|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Availability|ExtendedContactDetail|Dosage|Meta',
    'Transport.output':
      'id string;extension *Extension;modifierExtension *Extension;type !CodeableConcept;value[x] !base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|integer64|markdown|oid|positiveInt|string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|CodeableReference|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|Timing|ContactDetail|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|UsageContext|Availability|ExtendedContactDetail|Dosage|Meta',
    'Transport.restriction':
      'id string;extension *Extension;modifierExtension *Extension;repetitions positiveInt;period Period;recipient *Reference>Patient,Practitioner,PractitionerRole,RelatedPerson,Group,Organization',
    VerificationResult:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;target *Reference;targetLocation *string;need CodeableConcept;status !code=verificationresult-status;statusDate dateTime;validationType CodeableConcept;validationProcess *CodeableConcept;frequency Timing;lastPerformed dateTime;nextScheduled date;failureAction CodeableConcept;primarySource *.VerificationResult.primarySource;attestation .VerificationResult.attestation;validator *.VerificationResult.validator',
    'VerificationResult.attestation':
      'id string;extension *Extension;modifierExtension *Extension;who Reference>Practitioner,PractitionerRole,Organization;onBehalfOf Reference>Organization,Practitioner,PractitionerRole;communicationMethod CodeableConcept;date date;sourceIdentityCertificate string;proxyIdentityCertificate string;proxySignature Signature;sourceSignature Signature',
    'VerificationResult.primarySource':
      'id string;extension *Extension;modifierExtension *Extension;who Reference>Organization,Practitioner,PractitionerRole;type *CodeableConcept;communicationMethod *CodeableConcept;validationStatus CodeableConcept;validationDate dateTime;canPushUpdates CodeableConcept;pushTypeAvailable *CodeableConcept',
    'VerificationResult.validator':
      'id string;extension *Extension;modifierExtension *Extension;organization !Reference>Organization;identityCertificate string;attestationSignature Signature',
    VirtualServiceDetail:
      'id string;extension *Extension;channelType Coding;address[x] url|string|ContactPoint|ExtendedContactDetail;additionalInfo *url;maxParticipants positiveInt;sessionKey string',
    VisionPrescription:
      'id id;meta Meta;implicitRules uri;language code;text Narrative;contained *Resource;extension *Extension;modifierExtension *Extension;identifier *Identifier;status !code=fm-status;created !dateTime;patient !Reference>Patient;encounter Reference>Encounter;dateWritten !dateTime;prescriber !Reference>Practitioner,PractitionerRole;lensSpecification !*.VisionPrescription.lensSpecification',
    'VisionPrescription.lensSpecification':
      'id string;extension *Extension;modifierExtension *Extension;product !CodeableConcept;eye !code=vision-eye-codes;sphere decimal;cylinder decimal;axis integer;prism *.VisionPrescription.lensSpecification.prism;add decimal;power decimal;backCurve decimal;diameter decimal;duration Quantity;color string;brand string;note *Annotation',
    'VisionPrescription.lensSpecification.prism':
      'id string;extension *Extension;modifierExtension *Extension;amount !decimal;base !code=vision-base-codes',
  },
  codes: {
    'FHIR-version':
      '0.01 0.05 0.06 0.11 0.0 0.0.80 0.0.81 0.0.82 0.4 0.4.0 0.5 0.5.0 1.0 1.0.0 1.0.1 1.0.2 1.1 1.1.0 1.4 1.4.0 1.6 1.6.0 1.8 1.8.0 3.0 3.0.0 3.0.1 3.0.2 3.3 3.3.0 3.5 3.5.0 4.0 4.0.0 4.0.1 4.1 4.1.0 4.2 4.2.0 4.3 4.3.0 4.3.0-cibuild 4.3.0-snapshot1 4.4 4.4.0 4.5 4.5.0 4.6 4.6.0 5.0 5.0.0 5.0.0-cibuild 5.0.0-snapshot1 5.0.0-snapshot2 5.0.0-ballot 5.0.0-snapshot3 5.0.0-draft-final',
    'account-status': 'active inactive entered-in-error on-hold unknown',
    'action-cardinality-behavior': 'single multiple',
    'action-condition-kind': 'applicability start stop',
    'action-grouping-behavior': 'visual-group logical-group sentence-group',
    'action-participant-type':
      'careteam device group healthcareservice location organization patient practitioner practitionerrole relatedperson',
    'action-precheck-behavior': 'yes no',
    'action-relationship-type':
      'before before-start before-end concurrent concurrent-with-start concurrent-with-end after after-start after-end',
    'action-required-behavior': 'must could must-unless-documented',
    'action-selection-behavior': 'any all all-or-none exactly-one at-most-one one-or-more',
    'additional-binding-purpose':
      'maximum minimum required extensible candidate current preferred ui starter component',
    'administrative-gender': 'male female other unknown',
    'adverse-event-actuality': 'actual potential',
    'adverse-event-status': 'in-progress completed entered-in-error unknown',
    'allergy-intolerance-category': 'food medication environment biologic',
    'allergy-intolerance-criticality': 'low high unable-to-assess',
    'appointmentresponse-status': 'accepted declined tentative needs-action entered-in-error',
    appointmentstatus:
      'proposed pending booked arrived fulfilled cancelled noshow entered-in-error checked-in waitlist',
    'artifactassessment-disposition':
      'unresolved not-persuasive persuasive persuasive-with-modification not-persuasive-with-modification',
    'artifactassessment-information-type': 'comment classifier rating container response change-request',
    'artifactassessment-workflow-status':
      'submitted triaged waiting-for-input resolved-no-change resolved-change-required deferred duplicate applied published entered-in-error',
    'assert-direction-codes': 'response request',
    'assert-manual-completion-codes': 'fail pass skip stop',
    'assert-operator-codes':
      'equals notEquals in notIn greaterThan lessThan empty notEmpty contains notContains eval manualEval',
    'assert-response-code-types':
      'continue switchingProtocols okay created accepted nonAuthoritativeInformation noContent resetContent partialContent multipleChoices movedPermanently found seeOther notModified useProxy temporaryRedirect permanentRedirect badRequest unauthorized paymentRequired forbidden notFound methodNotAllowed notAcceptable proxyAuthenticationRequired requestTimeout conflict gone lengthRequired preconditionFailed contentTooLarge uriTooLong unsupportedMediaType rangeNotSatisfiable expectationFailed misdirectedRequest unprocessableContent upgradeRequired internalServerError notImplemented badGateway serviceUnavailable gatewayTimeout httpVersionNotSupported',
    'audit-event-action': 'C R U D E',
    'audit-event-severity': 'emergency alert critical error warning notice informational debug',
    'binding-strength': 'required extensible preferred example',
    'biologicallyderivedproductdispense-status':
      'preparation in-progress allocated issued unfulfilled returned entered-in-error unknown',
    'capability-statement-kind': 'instance capability requirements',
    'care-plan-intent': 'proposal plan order option directive',
    'care-team-status': 'proposed active suspended inactive entered-in-error',
    'characteristic-combination': 'all-of any-of at-least at-most statistical net-effect dataset',
    'chargeitem-status': 'planned billable not-billable aborted billed entered-in-error unknown',
    'claim-outcome': 'queued complete error partial',
    'claim-use': 'claim preauthorization predetermination',
    'clinical-use-definition-type': 'indication contraindication interaction undesirable-effect warning',
    'code-search-support': 'in-compose in-expansion in-compose-or-expansion',
    'compartment-type': 'Patient Encounter RelatedPerson Practitioner Device EpisodeOfCare',
    'concept-map-relationship':
      'related-to equivalent source-is-narrower-than-target source-is-broader-than-target not-related-to',
    'conceptmap-attribute-type': 'code Coding string boolean Quantity',
    'conceptmap-property-type': 'Coding string integer boolean dateTime decimal code',
    'conceptmap-unmapped-mode': 'use-source-code fixed other-map',
    'condition-precondition-type': 'sensitive specific',
    'condition-questionnaire-purpose': 'preadmit diff-diagnosis outcome',
    'conditional-delete-status': 'not-supported single multiple',
    'conditional-read-status': 'not-supported modified-since not-match full-support',
    'conformance-expectation': 'SHALL SHOULD MAY SHOULD-NOT',
    'consent-data-meaning': 'instance related dependents authoredby',
    'consent-provision-type': 'deny permit',
    'consent-state-codes': 'draft active inactive not-done entered-in-error unknown',
    'constraint-severity': 'error warning',
    'contract-publicationstatus':
      'amended appended cancelled disputed entered-in-error executable executed negotiable offered policy rejected renewed revoked resolved terminated',
    'contract-status':
      'amended appended cancelled disputed entered-in-error executable executed negotiable offered policy rejected renewed revoked resolved terminated',
    'coverage-kind': 'insurance self-pay other',
    'detectedissue-severity': 'high moderate low',
    'detectedissue-status': 'preliminary final entered-in-error mitigated',
    'device-correctiveactionscope': 'model lot-numbers serial-numbers',
    'device-nametype': 'registered-name user-friendly-name patient-reported-name',
    'device-productidentifierinudi':
      'lot-number manufactured-date serial-number expiration-date biological-source software-version',
    'device-status': 'active inactive entered-in-error',
    'devicedefinition-regulatory-identifier-type': 'basic master license',
    'devicedispense-status':
      'preparation in-progress cancelled on-hold completed entered-in-error stopped declined unknown',
    'deviceusage-status': 'active completed not-done entered-in-error intended stopped on-hold',
    'diagnostic-report-status':
      'registered partial preliminary modified final amended corrected appended cancelled entered-in-error unknown',
    'discriminator-type': 'value exists pattern type profile position',
    'document-mode': 'producer consumer',
    'eligibility-outcome': 'queued complete error partial',
    'eligibilityrequest-purpose': 'auth-requirements benefits discovery validation',
    'eligibilityresponse-purpose': 'auth-requirements benefits discovery validation',
    'encounter-location-status': 'planned active reserved completed',
    'encounter-status':
      'planned in-progress on-hold discharged completed cancelled discontinued entered-in-error unknown',
    'endpoint-status': 'active suspended error off entered-in-error',
    'enrollment-outcome': 'queued complete error partial',
    'episode-of-care-status': 'planned waitlist active onhold finished cancelled entered-in-error',
    'event-capability-mode': 'sender receiver',
    'event-status': 'preparation in-progress not-done on-hold stopped completed entered-in-error unknown',
    'examplescenario-actor-type': 'person system',
    'explanationofbenefit-status': 'active cancelled draft entered-in-error',
    'extension-context-type': 'fhirpath element extension',
    'flag-status': 'active inactive entered-in-error',
    'fm-status': 'active cancelled draft entered-in-error',
    'formularyitem-status': 'active entered-in-error inactive',
    'genomicstudy-status': 'registered available cancelled entered-in-error unknown',
    'goal-status': 'proposed planned accepted active on-hold completed cancelled entered-in-error rejected',
    'graph-compartment-rule': 'identical matching different custom',
    'graph-compartment-use': 'where requires',
    'group-membership-basis': 'definitional enumerated',
    'group-type':
      'person animal practitioner device careteam healthcareservice location organization relatedperson specimen',
    'guidance-response-status': 'success data-requested data-required in-progress failure entered-in-error',
    'guide-page-generation': 'html markdown xml generated',
    'history-status': 'partial completed entered-in-error health-unknown',
    'http-operations': 'delete get options patch post put head',
    'identity-assuranceLevel': 'level1 level2 level3 level4',
    'imagingselection-2dgraphictype': 'point polyline interpolated circle ellipse',
    'imagingselection-3dgraphictype': 'point multipoint polyline polygon ellipse ellipsoid',
    'imagingselection-status': 'available entered-in-error unknown',
    'imagingstudy-status': 'registered available cancelled entered-in-error unknown',
    'immunization-evaluation-status': 'completed entered-in-error',
    'immunization-status': 'completed entered-in-error not-done',
    'ingredient-manufacturer-role': 'allowed possible actual',
    'interaction-trigger': 'create update delete',
    'inventoryitem-status': 'active inactive entered-in-error unknown',
    'inventoryreport-counttype': 'snapshot difference',
    'inventoryreport-status': 'draft requested active entered-in-error',
    'invoice-status': 'draft issued balanced cancelled entered-in-error',
    'link-type': 'replaced-by replaces refer seealso',
    'linkage-type': 'source alternate historical',
    'list-mode': 'working snapshot changes',
    'list-status': 'current retired entered-in-error',
    'location-mode': 'instance kind',
    'location-status': 'active suspended inactive',
    'map-group-type-mode': 'types type-and-types',
    'map-input-mode': 'source target',
    'map-model-mode': 'source queried target produced',
    'map-source-list-mode': 'first not_first last not_last only_one',
    'map-target-list-mode': 'first share last single',
    'map-transform':
      'create copy truncate escape cast append translate reference dateOp uuid pointer evaluate cc c qty id cp',
    'measure-report-status': 'complete pending error',
    'measure-report-type': 'individual subject-list summary data-exchange',
    'medication-admin-status': 'in-progress not-done on-hold completed entered-in-error stopped unknown',
    'medication-statement-status': 'recorded entered-in-error draft',
    'medication-status': 'active inactive entered-in-error',
    'medicationdispense-status':
      'preparation in-progress cancelled on-hold completed entered-in-error stopped declined unknown',
    'medicationknowledge-status': 'active entered-in-error inactive',
    'medicationrequest-intent':
      'proposal plan order original-order reflex-order filler-order instance-order option',
    'medicationrequest-status':
      'active on-hold ended stopped completed cancelled entered-in-error draft unknown',
    'message-significance-category': 'consequence currency notification',
    'messageheader-response-request': 'always on-error never on-success',
    'metric-calibration-state': 'not-calibrated calibration-required calibrated unspecified',
    'metric-calibration-type': 'unspecified offset gain two-point',
    'metric-category': 'measurement setting calculation unspecified',
    'metric-operational-status': 'on off standby entered-in-error',
    'namingsystem-identifier-type': 'oid uuid uri iri-stem v2csmnemonic other',
    'namingsystem-type': 'codesystem identifier root',
    'note-type': 'display print printoper',
    'nutritionproduct-status': 'active inactive entered-in-error',
    'observation-range-category': 'reference critical absolute',
    'operation-kind': 'operation query',
    'operation-parameter-scope': 'instance type system',
    'orientation-type': 'sense antisense',
    participationstatus: 'accepted declined tentative needs-action',
    'payment-outcome': 'queued complete error partial',
    'permission-rule-combining':
      'deny-overrides permit-overrides ordered-deny-overrides ordered-permit-overrides deny-unless-permit permit-unless-deny',
    'permission-status': 'active entered-in-error draft rejected',
    'permitted-data-type':
      'Quantity CodeableConcept string boolean integer Range Ratio SampledData time dateTime Period',
    'price-component-type': 'base surcharge deduction discount tax informational',
    'property-representation': 'xmlAttr xmlText typeAttr cdaText xhtml',
    'provenance-entity-role': 'revision quotation source instantiates removal',
    'reaction-event-severity': 'mild moderate severe',
    'reference-handling-policy': 'literal logical resolves enforced local',
    'reference-version-rules': 'either independent specific',
    'related-artifact-type-all':
      'documentation justification citation predecessor successor derived-from depends-on composed-of part-of amends amended-with appends appended-with cites cited-by comments-on comment-in contains contained-in corrects correction-in replaces replaced-with retracts retracted-by signs similar-to supports supported-with transforms transformed-into transformed-with documents specification-of created-with cite-as reprint reprint-of',
    'report-action-result-codes': 'pass skip fail warning error',
    'report-participant-type': 'test-engine client server',
    'report-relation-type':
      'replaces amends appends transforms replacedWith amendedWith appendedWith transformedWith',
    'report-result-codes': 'pass fail pending',
    'report-status-codes': 'completed in-progress waiting stopped entered-in-error',
    'request-intent':
      'proposal plan directive order original-order reflex-order filler-order instance-order option',
    'request-priority': 'routine urgent asap stat',
    'request-resource-types':
      'Appointment AppointmentResponse CarePlan Claim CommunicationRequest CoverageEligibilityRequest DeviceRequest EnrollmentRequest ImmunizationRecommendation MedicationRequest NutritionOrder RequestOrchestration ServiceRequest SupplyRequest Task Transport VisionPrescription',
    'request-status': 'draft active on-hold revoked completed entered-in-error unknown',
    'resource-aggregation-mode': 'contained referenced bundled',
    'resource-slicing-rules': 'closed open openAtEnd',
    'response-code': 'ok transient-error fatal-error',
    'restful-capability-mode': 'client server',
    'search-comparator': 'eq ne gt lt ge le sa eb ap',
    'search-modifier-code':
      'missing exact contains not text in not-in below above type identifier of-type code-text text-advanced iterate',
    'search-param-type': 'number date string token reference composite quantity uri special',
    'search-processingmode': 'normal phonetic other',
    'sequence-type': 'aa dna rna',
    slotstatus: 'busy free busy-unavailable busy-tentative entered-in-error',
    'specimen-combined': 'grouped pooled',
    'specimen-contained-preference': 'preferred alternate',
    'specimen-status': 'available unavailable unsatisfactory entered-in-error',
    'strand-type': 'watson crick',
    'structure-definition-kind': 'primitive-type complex-type resource logical',
    'submit-data-update-type': 'incremental snapshot',
    'subscription-notification-type': 'handshake heartbeat event-notification query-status query-event',
    'subscription-payload-content': 'empty id-only full-resource',
    'subscription-status': 'requested active error off entered-in-error',
    'subscriptiontopic-cr-behavior': 'test-passes test-fails',
    'substance-status': 'active inactive entered-in-error',
    'supplydelivery-status': 'in-progress completed abandoned entered-in-error',
    'supplyrequest-status': 'draft active suspended cancelled completed entered-in-error unknown',
    'system-restful-interaction': 'transaction batch search-system history-system',
    'task-intent':
      'unknown proposal plan order original-order reflex-order filler-order instance-order option',
    'task-status':
      'draft requested received accepted rejected ready cancelled in-progress on-hold failed completed entered-in-error',
    'transport-intent':
      'unknown proposal plan order original-order reflex-order filler-order instance-order option',
    'transport-status': 'in-progress completed abandoned cancelled planned entered-in-error',
    'type-derivation-rule': 'specialization constraint',
    'type-restful-interaction':
      'read vread update patch delete history-instance history-type create search-type',
    'udi-entry-type': 'barcode rfid manual card self-reported electronic-transmission unknown',
    'variable-handling': 'continuous dichotomous ordinal polychotomous',
    'verificationresult-status':
      'attested validated in-process req-revalid val-fail reval-fail entered-in-error',
    'versioning-policy': 'no-version versioned versioned-update',
    'vision-base-codes': 'up down in out',
    'vision-eye-codes': 'right left',
  },
}
