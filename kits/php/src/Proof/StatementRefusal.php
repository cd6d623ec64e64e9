<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

/** The reasons to refuse a manifest or a document, in the order of the checks. */
enum StatementRefusal: string
{
    /** Your copy of the published keys is invalid, not the manifest. */
    case UnusableKeys = 'unusable_keys';
    case NotAManifest = 'not_a_manifest';
    case WrongAlgorithm = 'wrong_algorithm';
    case WrongType = 'wrong_type';
    case ForeignIssuer = 'foreign_issuer';
    case UnknownKey = 'unknown_key';
    case RevokedKey = 'revoked_key';
    case KeyNotValidThen = 'key_not_valid_then';
    case WrongSignature = 'wrong_signature';
    case WrongPrevious = 'wrong_previous';
    case AlteredFile = 'altered_file';

    private const AGAIN = 'Download it again, and save the bytes as they come.';

    public function message(): string
    {
        return match ($this) {
            self::UnusableKeys => 'The keys are not the JSON of /.well-known/wasl-keys. '
                . 'Download them from the platform.',
            self::NotAManifest => 'This is not a manifest: expected the three parts of a JWS and '
                . 'nothing after them. ' . self::AGAIN,
            self::WrongAlgorithm => 'The manifest names another algorithm than Ed25519. '
                . 'The platform does not sign so.',
            self::WrongType =>
                'The signature is that of another kind of document, not of a manifest.',
            self::ForeignIssuer => 'Another platform issued this manifest. '
                . 'Take the keys of the issuer that it names.',
            self::UnknownKey => 'The keys have no key for statements with the kid of this manifest. '
                . 'Download them again.',
            self::RevokedKey => 'The key of this manifest was revoked, so the signature alone proves '
                . 'nothing. A later manifest that contains its hash can prove it; or ask the operator.',
            self::KeyNotValidThen => 'The key did not sign at the time that the manifest names.',
            self::WrongSignature => 'The signature does not match the manifest. '
                . 'Its content was changed, or is not the platform’s.',
            self::WrongPrevious => 'The manifest does not follow the one before: another statement '
                . 'lies between them, or one of them was exchanged.',
            self::AlteredFile => 'The document is not the one of the manifest: at least one byte '
                . 'differs. ' . self::AGAIN,
        };
    }
}
