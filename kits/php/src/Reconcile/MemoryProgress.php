<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

/** Keeps the progress until the process ends. */
final class MemoryProgress implements ProgressStore
{
    private ?string $saved = null;

    public function load(): ?string
    {
        return $this->saved;
    }

    public function save(string $bookmark): void
    {
        $this->saved = $bookmark;
    }

    public function clear(): void
    {
        $this->saved = null;
    }
}
