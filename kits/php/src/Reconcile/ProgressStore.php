<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

/**
 * Keeps the progress of a run: `FileProgress`, or a row in your database. One store for one list.
 */
interface ProgressStore
{
    /** The last saved text, or null. */
    public function load(): ?string;

    /** Saves atomically: a partly written text must never be loaded. */
    public function save(string $bookmark): void;

    /** Called at the end of a run. The next run starts over. */
    public function clear(): void;
}
